from django.apps import AppConfig
from django.contrib.staticfiles.apps import StaticFilesConfig


class ConfigConfig(AppConfig):
    """Holds the project's own management commands, and lets every process queue tasks."""

    name = "config"
    default = True

    def ready(self) -> None:
        """Let tasks go to the configured queue from every thread, whether or not it runs tasks itself."""
        import config.celery  # noqa: F401, PLC0415  # it reads the settings, and is the default from then on


class StaticFiles(StaticFilesConfig):
    """Static files without the unused ones: of django_htmx only htmx 2 and its extension for streams."""

    ignore_patterns = [  # noqa: RUF012  # Django's shape
        *StaticFilesConfig.ignore_patterns,
        "hx-[!s]*.js",
        "hx-sse-2.js",
        "*-4.js",
        "*-4.min.js",
    ]
