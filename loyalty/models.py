"""Points for what players stake, and the tiers that they lead to.

Points are whole hundredths. Python writes neither accounts nor entries nor changes of tier: functions of the database do
(`sql/points.sql`). Sets of tiers are proposed and decided, and never changed.
"""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models.users import User
from approvals.models import SiteDecision, SiteProposal
from journal.values.transaction_ids import CurrentTransaction, TransactionIdField
from wallet.ledger.models import Currency, Transfer
from wallet.money.values import BASE_CURRENCY, Money
from wallet.rates.models import Rate

HUNDREDTHS = 100
LEAST_REDEEMED = 100


class TierSet(SiteProposal):
    """All tiers of a time, as one person proposed them. Points of the last `window_days` days count.

    From `redeem_from` whole points on they are redeemed.
    """

    window_days = models.PositiveSmallIntegerField()
    redeem_from = models.PositiveIntegerField(default=LEAST_REDEEMED, db_default=LEAST_REDEEMED)
    effective_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="loyalty_window", condition=Q(window_days__gte=1)),
            models.CheckConstraint(name="loyalty_tiers_reason", condition=~Q(reason="")),
            models.CheckConstraint(name="loyalty_redeem_from", condition=Q(redeem_from__gte=1)),
        ]

    def __str__(self) -> str:
        return f"T-{self.pk}"


class Tier(models.Model):
    """From `threshold` on, points are multiplied by `multiplier` hundredths, and each is worth `redemption` units of USD.

    What the house lets a player withdraw at a time and in 24 hours is `withdrawal` hundredths of its limits.
    """

    tier_set = models.ForeignKey(TierSet, on_delete=models.PROTECT, related_name="tiers")
    name = models.CharField(max_length=30)
    threshold = models.BigIntegerField()
    multiplier = models.PositiveIntegerField()
    redemption = models.PositiveIntegerField()
    withdrawal = models.PositiveIntegerField(default=HUNDREDTHS, db_default=HUNDREDTHS)

    class Meta:
        ordering: ClassVar = ["threshold"]
        constraints: ClassVar = [
            models.UniqueConstraint(name="loyalty_tier_once", fields=["tier_set", "threshold"]),
            models.UniqueConstraint(name="loyalty_tier_named_once", fields=["tier_set", "name"]),
            models.CheckConstraint(name="loyalty_tier_threshold", condition=Q(threshold__gte=0)),
            models.CheckConstraint(
                name="loyalty_tier_multiplier",
                condition=Q(multiplier__gte=HUNDREDTHS, multiplier__lte=10 * HUNDREDTHS),
            ),
            models.CheckConstraint(name="loyalty_tier_name", condition=~Q(name="")),
            models.CheckConstraint(
                name="loyalty_tier_withdrawal",
                condition=Q(withdrawal__gte=HUNDREDTHS, withdrawal__lte=10 * HUNDREDTHS),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class TierSetDecision(SiteDecision):
    """Another person's decision on a set of tiers."""

    proposal = models.OneToOneField(
        TierSet, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )
    accepted = models.BooleanField(
        default=False,
        db_default=False,
        help_text="that players get back more than they stake",
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="loyalty_tiers_refused_with_reason", condition=Q(approved=True) | ~Q(reason="")
            ),
        ]


class Account(models.Model):
    """What a player has of points, and owes since points that were spent have been taken back."""

    player = models.OneToOneField(
        User, on_delete=models.PROTECT, primary_key=True, related_name="+"
    )
    balance = models.BigIntegerField(default=0, db_default=0)
    debt = models.BigIntegerField(default=0, db_default=0)
    seq = models.BigIntegerField(default=0, db_default=0)
    tier = models.ForeignKey(
        Tier, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="loyalty_never_negative", condition=Q(balance__gte=0, debt__gte=0)
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id}"


class Entry(models.Model):
    """One change of a player's points. A debt is an entry of its own, and so is what repays it."""

    class Kind(models.TextChoices):
        """What changed them."""

        EARNED = "earned", pgettext_lazy("points", "Earned")
        REVERSED = "reversed", _("Taken back with a void round")
        RESTORED = "restored", _("Given back: the void was undone")
        DEBT = "debt", _("Owed: they were spent already")
        REPAID = "repaid", _("What was owed repaid")
        REDEEMED = "redeemed", pgettext_lazy("points", "Redeemed")

    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    seq = models.BigIntegerField()
    kind = models.CharField(max_length=8, choices=Kind)
    hundredths = models.BigIntegerField()
    round_id = models.UUIDField(null=True)  # of none where they are redeemed
    case_id = models.UUIDField(null=True)  # of a void, or of its undoing
    earned_on = models.DateField()  # the day (UTC) on which its round brought points
    staked = models.BigIntegerField(null=True)  # on hands, in units of USD
    multiplier = models.PositiveIntegerField(null=True)
    balance_after = models.BigIntegerField()
    debt_after = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="loyalty_entry_seq", fields=["player", "seq"]),
            models.UniqueConstraint(
                name="loyalty_earned_once",
                fields=["player", "round_id"],
                condition=Q(kind="earned"),
            ),
            models.UniqueConstraint(
                name="loyalty_once_per_case",
                fields=["player", "round_id", "case_id", "kind"],
                condition=Q(case_id__isnull=False),
            ),
            models.CheckConstraint(
                name="loyalty_entry_direction",
                condition=Q(kind__in=["earned", "restored", "debt"], hundredths__gt=0)
                | Q(kind__in=["reversed", "repaid", "redeemed"], hundredths__lt=0),
            ),
            models.CheckConstraint(
                name="loyalty_entry_redeemed",
                condition=Q(kind="redeemed", round_id__isnull=True, case_id__isnull=True)
                | (~Q(kind="redeemed") & Q(round_id__isnull=False)),
            ),
            models.CheckConstraint(
                name="loyalty_entry_earned",
                condition=Q(
                    kind="earned",
                    case_id__isnull=True,
                    hundredths__lte=F("staked") * F("multiplier") / (HUNDREDTHS * HUNDREDTHS),
                )
                | (~Q(kind="earned") & Q(staked__isnull=True, multiplier__isnull=True)),
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                name="loyalty_window_points",
                fields=["player", "earned_on"],
                include=["kind", "hundredths"],
            ),
            models.Index(name="loyalty_entry_at", fields=["at"]),
            models.Index(
                name="loyalty_debt_of_player",
                fields=["player", "-at"],
                condition=Q(kind__in=["debt", "repaid"]),
            ),
            models.Index(
                name="loyalty_points_redeemed", fields=["player"], condition=Q(kind="redeemed")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.hundredths:+d} of player {self.player_id}"

    @property
    def stake(self) -> Money | None:
        """What was staked on hands, in USD; None of what was not earned."""
        return None if self.staked is None else Money(self.staked, BASE_CURRENCY)


class TierChange(models.Model):
    """That a player came to another tier, with the points that led there."""

    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    from_tier = models.ForeignKey(
        Tier, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    tier = models.ForeignKey(Tier, on_delete=models.PROTECT, related_name="+", db_index=False)
    points = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(name="loyalty_change_player", fields=["player", "-at"])]

    def __str__(self) -> str:
        return f"{self.tier} for player {self.player_id}"


class Redemption(models.Model):
    """Points that became money: `asked` are those that were offered, `points` those that it took, both whole.

    A point was worth `redemption` units of USD then, and a unit of the currency `rate` of it.
    """

    key = models.UUIDField(unique=True)
    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="redemption")
    transfer = models.OneToOneField(Transfer, on_delete=models.PROTECT, related_name="redemption")
    tier = models.ForeignKey(Tier, on_delete=models.PROTECT, related_name="+", db_index=False)
    asked = models.BigIntegerField()
    points = models.BigIntegerField()
    redemption = models.PositiveIntegerField()
    currency = models.ForeignKey(
        Currency, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    amount = models.BigIntegerField()
    rate = models.DecimalField(max_digits=24, decimal_places=12)
    rate_row = models.ForeignKey(
        Rate, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )  # of USD there is none
    at = models.DateTimeField()
    xact = TransactionIdField(db_default=CurrentTransaction(), editable=False)

    class Meta:
        indexes: ClassVar = [
            models.Index(name="loyalty_redeemed_by", fields=["player", "-at"]),
            models.Index(name="loyalty_redeemed_since", fields=["xact"]),
        ]

    def __str__(self) -> str:
        return f"{self.points} of player {self.player_id}"

    @property
    def money(self) -> Money:
        """What was paid."""
        return Money(self.amount, self.currency_id)


import loyalty.preview_models  # noqa: E402, F401  Django finds its table through here
