"""What the project's own management commands share."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation


class EnglishCommand(BaseCommand):
    """A command of the operator's: it prints English, whatever language the site begins with."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run with English active; mails that it sends choose their reader's language themselves."""
        with translation.override("en"):
            return super().execute(*args, **options)
