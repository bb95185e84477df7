"""Restrictions of players that come from a case: the highest bet, by limits of the player, and stopped play."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from cases.models.cases import LONGEST_REASON, Case
from journal.values.transaction_ids import ClockTime
from limits.models import LimitSet
from tables.models import Switching


class RestrictedPlay(models.TextChoices):
    STAKE = "stake", _("a highest bet")
    TABLES = "tables", _("no play at any table")


def _made_by() -> Q:
    stake = Q(kind="stake", limits__isnull=False, switching__isnull=True, before__isnull=True)
    return (
        stake
        | Q(kind="stake", limits__isnull=False, switching__isnull=True, before__gte=0)
        | Q(kind="tables", limits__isnull=True, switching__isnull=False, before__isnull=True)
    )


class CaseRestriction(models.Model):
    """A restriction of a player whose origin is a case. Append-only; `CaseRestrictionEnd` ends it.

    A highest bet is a proposal of limits, which another person approves; `before` is the highest bet that it replaced, in
    units of 10^-4 US dollars (null: none). Stopped play is in force at once.
    """

    key = models.UUIDField(unique=True)
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="restrictions")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=6, choices=RestrictedPlay)
    limits = models.OneToOneField(LimitSet, on_delete=models.PROTECT, null=True, related_name="+")
    before = models.BigIntegerField(null=True)
    switching = models.OneToOneField(
        Switching, on_delete=models.PROTECT, null=True, related_name="+"
    )
    reason = models.CharField(max_length=LONGEST_REASON)
    acting_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="cases_restriction_reason", condition=~Q(reason="")),
            models.CheckConstraint(name="cases_restriction_by", condition=_made_by()),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.player_id} in {self.case_id}"


class CaseRestrictionEnd(models.Model):
    """The end of a restriction, by hand or by the outcome of its case. Append-only.

    `limits` are those proposed to give the former highest bet back, which another person approves; `switching` resumed play.
    """

    restriction = models.OneToOneField(
        CaseRestriction, on_delete=models.PROTECT, primary_key=True, related_name="end"
    )
    limits = models.OneToOneField(LimitSet, on_delete=models.PROTECT, null=True, related_name="+")
    switching = models.OneToOneField(
        Switching, on_delete=models.PROTECT, null=True, related_name="+"
    )
    reason = models.CharField(max_length=LONGEST_REASON)
    by_outcome = models.BooleanField(default=False)
    acting_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="cases_restriction_end_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"end of restriction {self.restriction_id}"
