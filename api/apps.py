from django.apps import AppConfig


class ApiConfig(AppConfig):
    """App configuration; adds work queues to the dashboard, and connected apps to a player's own data."""

    name = "api"

    def ready(self) -> None:
        """Register the queues and the sections."""
        from api.selectors.apps import app_queues  # noqa: PLC0415  # models are not loaded earlier
        from api.selectors.own_data import list_app_sections  # noqa: PLC0415  # as above
        from api.selectors.webhooks import network_queues  # noqa: PLC0415  # as above
        from compliance.own_data.selectors.records import register_sections  # noqa: PLC0415  # as above
        from reports.dashboard.words.work_queue import register_queues  # noqa: PLC0415  # as above

        register_queues(network_queues)
        register_queues(app_queues)
        register_sections(list_app_sections)
