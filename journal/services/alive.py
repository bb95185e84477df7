"""Sign of life for the health checks of containers: a file that a process without an address touches."""

from pathlib import Path

from django.conf import settings


def leave_sign_of_life() -> None:
    """Touch ALIVE_FILE, where one is set."""
    if settings.ALIVE_FILE:
        Path(settings.ALIVE_FILE).touch()
