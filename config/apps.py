from django.apps import AppConfig
from django.contrib.staticfiles.apps import StaticFilesConfig


class ConfigConfig(AppConfig):
    """The project's own management commands and the Celery application, in every process."""

    name = "config"
    default = True

    def ready(self) -> None:
        """Load the Celery application: tasks then go to the configured queue from every thread. Register the checks."""
        import config.celery  # noqa: PLC0415  # needs the settings; importing it makes it the default application
        import config.checks.installation  # noqa: PLC0415  # the checks register themselves
        import config.checks.keys  # noqa: PLC0415  # as above
        import config.checks.release  # noqa: PLC0415  # as above
        import config.checks.servers  # noqa: F401, PLC0415  # as above


class StaticFiles(StaticFilesConfig):
    """Static files without the unused ones: of django_htmx only htmx 2 and its SSE extension."""

    ignore_patterns = [  # noqa: RUF012  # Django's shape
        *StaticFilesConfig.ignore_patterns,
        "hx-[!s]*.js",
        "hx-sse-2.js",
        "*-4.js",
        "*-4.min.js",
    ]
