"""The journal as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class JournalConfig(AppConfig):
    """The lowest app: it knows no other."""

    name = "journal"
    verbose_name = _("Journal")
    default_auto_field = "django.db.models.BigAutoField"
