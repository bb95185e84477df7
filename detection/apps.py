from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DetectionConfig(AppConfig):
    """Judges players by the signals of `signals`: columns, outcomes, flags, scores, thresholds."""

    name = "detection"
    verbose_name = _("Detection")
    default_auto_field = "django.db.models.BigAutoField"
