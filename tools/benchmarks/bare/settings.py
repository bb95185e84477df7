"""Production's settings with all middleware; adds the bare view to the product's pages."""

from config.settings.production import *  # noqa: F403  # Django's layered settings: this adds to the one below

INSTALLED_APPS.append("tools.benchmarks.bare")  # noqa: F405  # as above
ROOT_URLCONF = "tools.benchmarks.bare.urls"
