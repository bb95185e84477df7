"""Production's settings, every middleware in its place, with the bare view beside the product's own pages."""

from config.settings.production import *  # noqa: F403  # Django's layered settings: this adds to the one below

INSTALLED_APPS.append("tools.benchmarks.bare")  # noqa: F405  # as above
ROOT_URLCONF = "tools.benchmarks.bare.urls"
