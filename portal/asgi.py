"""The site for an ASGI server: pages, and the live connections of phones and screens."""

import gc
import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

application = get_asgi_application()

# What is loaded now stays: the collector need not look through it in the middle of a large page, nor so often.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 20)
