"""The product's settings with the baselines' addresses beside its own; static files are collected once for all runs."""

from pathlib import Path

from portal.settings import *  # noqa: F403 the very settings that are measured
from portal.settings import VAR_DIR

ROOT_URLCONF = "benchmarks.urls"
STATIC_ROOT = Path(VAR_DIR).parent / "static"
