"""The site. It knows everything and is known by nobody."""

from portal.celery import app as celery_app

__all__ = ["celery_app"]
