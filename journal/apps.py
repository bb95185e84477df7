from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class JournalConfig(AppConfig):
    """The lowest app; it imports no other."""

    name = "journal"
    verbose_name = _("Journal")
    default_auto_field = "django.db.models.BigAutoField"
