"""Rule sets, also called families, and their versions.

A version's steps define its state; the database enforces it (sql/guards.sql).
"""

import json
from functools import lru_cache, reduce
from operator import or_
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Now
from django.utils.translation import gettext_lazy as _

from blackjack.rules import Rules
from pages.names import choose_name


class MoneyKind(models.TextChoices):
    """Real or play money; no table takes both."""

    REAL = "real", _("real money")
    PLAY = "play", _("play money")


class RuleSet(models.Model):
    """A family of versions under one name (case-insensitive). Names and money never change.

    While it is `stopped` its tables take no bets (`tables.services.switches`).
    """

    name = models.CharField(max_length=60)
    name_es = models.CharField(
        _("name in Spanish"), max_length=60, default="", db_default="", blank=True
    )
    money = models.CharField(max_length=4, choices=MoneyKind, default=MoneyKind.REAL)
    stopped = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.CheckConstraint(name="rule_set_money", condition=Q(money__in=MoneyKind.values)),
            models.UniqueConstraint(Lower("name"), name="rule_set_name_once"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def display_name(self) -> str:
        """The name for readers of the active language."""
        return choose_name(self.name, self.name_es)

    @property
    def is_play_money(self) -> bool:
        """True if its tables take play money."""
        return self.money == MoneyKind.PLAY


class VersionState(models.TextChoices):
    """State of a version; refused and retired are final."""

    DRAFT = "draft", _("draft")
    PROPOSED = "proposed", _("proposed")
    APPROVED = "approved", _("approved")
    SCHEDULED = "scheduled", _("scheduled")
    ACTIVE = "active", _("in force")
    RETIRED = "retired", _("retired")
    REFUSED = "refused", _("refused")


# editing a draft is a step from draft to draft
MOVES: Final[dict[str, tuple[VersionState, ...]]] = {
    "": (VersionState.DRAFT,),
    VersionState.DRAFT: (VersionState.DRAFT, VersionState.PROPOSED, VersionState.REFUSED),
    VersionState.PROPOSED: (VersionState.APPROVED, VersionState.REFUSED),
    VersionState.APPROVED: (VersionState.SCHEDULED, VersionState.REFUSED),
    VersionState.SCHEDULED: (VersionState.APPROVED, VersionState.ACTIVE),
    VersionState.ACTIVE: (VersionState.RETIRED,),
}


_READ: Final = "_rules_read"  # cached (rules_json, Rules) of an instance


class RuleSetVersion(models.Model):
    """One `blackjack.Rules` value. It may change while a draft, never from its proposal on: rounds are pinned to it."""

    rule_set = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    rules_json = models.JSONField()
    rules_hash = models.CharField(max_length=64)
    state = models.CharField(max_length=9, choices=VersionState, default=VersionState.DRAFT)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["rule_set", "number"], name="rule_set_version_number_once"
            ),
            models.UniqueConstraint(
                fields=["rule_set"],
                condition=Q(state="active"),
                name="one_version_of_a_rule_set_in_force",
            ),
        )

    def __str__(self) -> str:
        return f"{self.rule_set} {self.number}"

    @property
    def display_name(self) -> str:
        """Rule set and number for readers of the active language; events keep the text of `str()`."""
        return f"{self.rule_set.display_name} {self.number}"

    @property
    def rules(self) -> Rules:
        """The engine's value, memoised per stored JSON; versions with equal JSON share one."""
        known = self.__dict__.get(_READ)
        if known is None or known[0] is not self.rules_json:
            known = (self.rules_json, _rules(json.dumps(self.rules_json)))
            self.__dict__[_READ] = known
        return known[1]


@lru_cache(maxsize=256)
def _rules(written: str) -> Rules:
    return Rules.from_dict(json.loads(written))


def _moves() -> Q:
    allowed = [
        Q(from_state=before, to_state__in=[state.value for state in after])
        for before, after in MOVES.items()
    ]
    return reduce(or_, allowed)


class VersionStep(models.Model):
    """A step of a version: who, what, why. Append-only. `accepted` names the unusual returns that were accepted."""

    version = models.ForeignKey(RuleSetVersion, on_delete=models.PROTECT, related_name="steps")
    n = models.PositiveIntegerField()
    from_state = models.CharField(max_length=9, blank=True)
    to_state = models.CharField(max_length=9, choices=VersionState)
    rules_hash = models.CharField(max_length=64)
    at = models.DateTimeField(db_default=Now())
    acting_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    reason = models.CharField(max_length=500, blank=True)
    effective_at = models.DateTimeField(null=True)
    accepted = models.JSONField(default=list)
    # of an approval: the version is a fix and may come into force without notice
    at_once = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ("n",)
        constraints = (
            models.UniqueConstraint(fields=["version", "n"], name="version_step_once"),
            models.CheckConstraint(name="version_step_move", condition=_moves()),
            models.CheckConstraint(
                name="version_step_when",
                condition=Q(to_state="scheduled", effective_at__isnull=False)
                | ~Q(to_state="scheduled") & Q(effective_at__isnull=True),
            ),
            models.CheckConstraint(
                name="version_step_by",
                condition=Q(acting_user__isnull=False) | Q(to_state__in=["active", "retired"]),
            ),
            models.CheckConstraint(
                name="version_step_reason",
                condition=~Q(reason="") | ~Q(to_state__in=["proposed", "approved", "refused"]),
            ),
            models.CheckConstraint(
                name="version_step_acceptance",
                condition=Q(accepted=[]) | Q(from_state="proposed", to_state="approved"),
            ),
            models.CheckConstraint(
                name="version_step_at_once",
                condition=Q(at_once=False) | Q(from_state="proposed", to_state="approved"),
            ),
        )

    def __str__(self) -> str:
        return f"{self.version_id} {self.n}: {self.to_state}"
