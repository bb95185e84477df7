"""Base class of the project's management commands."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation


class EnglishCommand(BaseCommand):
    """A command that prints English, whatever the site's default language."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run with English active. Mails sent by the command use their recipient's language."""
        with translation.override("en"):
            return super().execute(*args, **options)
