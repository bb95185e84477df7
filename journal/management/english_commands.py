"""Base class of the project's management commands."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation


class EnglishCommand(BaseCommand):
    """A command that prints English, whatever the site's default language."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run with English active; mails that it sends choose their reader's language themselves."""
        with translation.override("en"):
            return super().execute(*args, **options)
