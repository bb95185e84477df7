from django.apps import AppConfig
from django.contrib.staticfiles.apps import StaticFilesConfig


class ConfigConfig(AppConfig):
    """Holds the project's own management commands."""

    name = "config"
    default = True


class StaticFiles(StaticFilesConfig):
    """Collects what the pages use: of django_htmx, htmx 2 itself without its extensions."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "hx-*.js", "*-4.js", "*-4.min.js"]  # noqa: RUF012  # Django's shape
