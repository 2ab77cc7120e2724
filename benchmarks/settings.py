"""The product's settings with the baselines' addresses beside its own."""

from portal.settings import *  # noqa: F403 the very settings that are measured

ROOT_URLCONF = "benchmarks.urls"
