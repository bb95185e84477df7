from django.apps import AppConfig


class ApiConfig(AppConfig):
    """App configuration; puts the API's work queues on the dashboard."""

    name = "api"

    def ready(self) -> None:
        """Register the queues."""
        from api.selectors.webhooks import network_queues  # noqa: PLC0415  # models are not loaded earlier
        from reports.dashboard.words.work_queue import register_queues  # noqa: PLC0415  # as above

        register_queues(network_queues)
