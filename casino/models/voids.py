"""Voids of rounds and their later steps. The rounds themselves are not changed.

Rows are append-only, except `undone_at` of a void, which the step that undoes it sets (`sql/voids.sql`).
Amounts are units of the round's currency, points are hundredths.
"""

from functools import reduce
from operator import or_
from typing import Final

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from casino.models.rounds import Round
from journal.values.transaction_ids import ClockTime


class Treatment(models.TextChoices):
    """Treatment of a voided round's money."""

    BETTER = "better", _("stakes back, or the result where that is better for the player")
    STAKES_BACK = "stakes_back", _("stakes back, winnings taken")
    SUSPENSE = "suspense", _("winnings taken, stakes suspended until the case is closed")


class VoidReason(models.TextChoices):
    """Reason for a void, in words for its player."""

    MALFUNCTION = "malfunction", _("a malfunction of the game")
    RULES = "rules", _("the rules of the table were configured wrongly")
    OPERATOR_ERROR = "operator_error", _("a mistake of ours")
    DUPLICATE = "duplicate", _("a second account of the same person")
    UNDER_AGE = "under_age", _("an account of somebody under age")
    EXCLUDED = "excluded", _("an account of somebody who is excluded from play")
    REGULATOR = "regulator", _("an order of the regulator")
    PAYMENT_FRAUD = "payment_fraud", _("an irregular payment")
    COLLUSION = "collusion", _("collusion with other players")
    SOFTWARE = "software", _("prohibited software")
    INSIDER = "insider", _("inside information or help")

    @property
    def treatment(self) -> Treatment:
        """Treatment of the money that this reason requires."""
        return TREATMENTS[self]


TREATMENTS: Final = {
    VoidReason.MALFUNCTION: Treatment.BETTER,
    VoidReason.RULES: Treatment.BETTER,
    VoidReason.OPERATOR_ERROR: Treatment.BETTER,
    VoidReason.DUPLICATE: Treatment.STAKES_BACK,
    VoidReason.UNDER_AGE: Treatment.STAKES_BACK,
    VoidReason.EXCLUDED: Treatment.STAKES_BACK,
    VoidReason.REGULATOR: Treatment.STAKES_BACK,
    VoidReason.PAYMENT_FRAUD: Treatment.SUSPENSE,
    VoidReason.COLLUSION: Treatment.SUSPENSE,
    VoidReason.SOFTWARE: Treatment.SUSPENSE,
    VoidReason.INSIDER: Treatment.SUSPENSE,
}


class Act(models.Model):
    """Money and points moved by a void or a later step, with its case and the person who approved it.

    `due` is what the player should get, or if negative pay. Of a negative amount they `paid` what the balance
    covered and `owed` the rest; of a positive one `collected` went to their debt for the round. `points` and
    `points_debt` are the changes of points held and of points owed.
    """

    case = models.UUIDField()
    acting_user = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    at = models.DateTimeField(db_default=ClockTime(), editable=False)
    due = models.BigIntegerField()
    paid = models.BigIntegerField()
    owed = models.BigIntegerField()
    collected = models.BigIntegerField()
    points = models.BigIntegerField()
    points_debt = models.BigIntegerField()
    tax = models.BigIntegerField(default=0, db_default=0)  # given back; negative: taken again

    class Meta:
        abstract = True

    @property
    def moved(self) -> int:
        """Change of the player's balance, in units."""
        return max(self.due, 0) - self.paid - self.collected + self.tax


_TREATED = reduce(
    or_,
    (
        Q(
            treatment=treatment.value,
            reason__in=[one.value for one in VoidReason if one.treatment == treatment],
        )
        for treatment in Treatment
    ),
)
_ADDS_UP = Q(paid__gte=0, owed__gte=0, collected__gte=0) & Q(
    paid=Greatest(-F("due"), 0) - F("owed")
)


class Void(Act):
    """A void of a round. At most one per round is not undone."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="voids", db_index=False)
    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    treatment = models.CharField(max_length=11, choices=Treatment)
    reason = models.CharField(max_length=20, choices=VoidReason)
    suspended = models.BigIntegerField()
    undone_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["round"], condition=Q(undone_at__isnull=True), name="one_void_per_round"
            ),
            models.UniqueConstraint(fields=["round", "case"], name="void_once_per_case"),
            models.CheckConstraint(name="void_reason_treated", condition=_TREATED),
            models.CheckConstraint(
                name="void_adds_up", condition=_ADDS_UP & Q(collected__lte=Greatest(F("due"), 0))
            ),
            models.CheckConstraint(
                name="void_suspends",
                condition=Q(treatment="suspense", suspended__gt=0)
                | (~Q(treatment="suspense") & Q(suspended=0)),
            ),
        )
        indexes = (
            models.Index(fields=["player", "-at"], name="void_player_at"),
            models.Index(fields=["at"], name="void_at"),
        )

    def __str__(self) -> str:
        return f"{self.round_id}: {self.treatment}"


class VoidStep(Act):
    """A later step on a void."""

    class Kind(models.TextChoices):
        """At most one undo and one release of suspended stakes per void. `collect` may repeat while a debt remains."""

        UNDO = "undo", _("void undone")
        RETURN = "return", _("suspended stakes given back")
        KEEP = "keep", _("suspended stakes kept by the house")
        COLLECT = "collect", _("amount owed collected")

    void = models.ForeignKey(Void, on_delete=models.PROTECT, related_name="steps", db_index=False)
    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=7, choices=Kind)
    released = models.BigIntegerField()  # amount taken out of suspense

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["void", "case"], name="void_step_once_per_case"),
            models.UniqueConstraint(
                fields=["void"], condition=Q(kind="undo"), name="void_undone_once"
            ),
            models.UniqueConstraint(
                fields=["void"],
                condition=Q(released__gt=0),
                name="void_released_once",
            ),
            models.CheckConstraint(
                name="void_step_adds_up",
                condition=_ADDS_UP
                & (
                    Q(kind="collect", due=0, collected__gt=0, released=0)
                    | Q(kind="keep", due=0, collected=0, released__gt=0)
                    | Q(kind="return", due=F("released"), collected__lte=F("due"), released__gt=0)
                    | Q(kind="undo", collected__lte=Greatest(F("due"), 0), released__gte=0)
                ),
            ),
        )
        indexes = (models.Index(fields=["at"], name="void_step_at"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.void_id}"
