"""Sorts of happenings in a player's timeline."""

from django.db import models
from django.utils.translation import gettext_lazy


class HappeningSort(models.TextChoices):
    """Sort of a happening, used to filter a timeline."""

    ACCOUNT = "account", gettext_lazy("Account and identity")
    LOGINS = "logins", gettext_lazy("Sign-ins")
    RESTRICTIONS = "restrictions", gettext_lazy("Restrictions")
    CASH = "cash", gettext_lazy("Deposits and withdrawals")
    EXCHANGES = "exchanges", gettext_lazy("Exchanges")
    VOIDS = "voids", gettext_lazy("Voids")
    POINTS = "points", gettext_lazy("Points and tiers")
    LIMITS = "limits", gettext_lazy("Limits")
    DISPUTES = "disputes", gettext_lazy("Disputes")
    MESSAGES = "messages", gettext_lazy("Messages to the player")
    NOTES = "notes", gettext_lazy("Notes")
    SEEN = "seen", gettext_lazy("Viewed by staff")
