"""Refuse to serve with the owner's role, which could bypass every protection of the ledger."""

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


def require_no_owner_url(process: str) -> None:
    """Raise ImproperlyConfigured if the owner's database alias is configured for a serving process."""
    if "owner" in settings.DATABASES:
        raise ImproperlyConfigured(
            f"DATABASE_URL, the role that owns the tables, must not be set for {process}:"
            " it is for manage.py prepare_database alone. Serve with DATABASE_APP_URL."
        )
