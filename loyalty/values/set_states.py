"""States of a set of tiers."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class SetState(TextChoices):
    PROPOSED = "proposed", _("waits for another person")
    REFUSED = "refused", _("refused")
    TO_COME = "to_come", _("upcoming")
    OVERTAKEN = "overtaken", _("never in force: others begin at the same time")
    IN_FORCE = "in_force", _("in force")
    PAST = "past", _("past")
