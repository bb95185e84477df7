"""Exchange rates and what governs them. No row is ever changed: the latest one counts.

Whether a rate waits for a second person is decided by the database when the rate is written
(wallet/sql/rates.sql), and by nobody else.
"""

from decimal import Decimal
from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from approvals.models import PersonDecision, Proposal, SiteDecision, SiteProposal
from wallet.ledger.models.sealed import Sealed


class Rate(Sealed, SiteProposal):
    """What one unit of a currency is worth in USD, as said by a source. Never changed. Nobody proposed what the feed brought."""

    id = models.BigAutoField(primary_key=True)
    currency = models.ForeignKey(
        "wallet.Currency", on_delete=models.PROTECT, related_name="+", db_index=False
    )
    rate = models.DecimalField(max_digits=24, decimal_places=12)
    source = models.CharField(max_length=60)
    as_of = models.DateTimeField()
    reason = None  # type: ignore[assignment]  # its source says why

    class Meta:
        """USD is the base and play money has no worth: neither has a rate row."""

        app_label = "wallet"
        constraints: ClassVar = [
            models.CheckConstraint(name="wallet_rate_positive", condition=Q(rate__gt=0)),
            models.CheckConstraint(
                name="wallet_rate_currency", condition=~Q(currency__in=["USD", "PLY"])
            ),
        ]
        indexes: ClassVar = [
            models.Index(F("currency"), F("as_of").desc(), name="wallet_rate_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.currency_id} {self.rate} ({self.source})"


class RateDecision(Sealed, SiteDecision):
    """The one decision about a rate: that of a second person, or the database's own that it takes effect at once (by nobody)."""

    proposal = models.OneToOneField(
        Rate, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )

    class Meta:
        """A person gives a reason."""

        app_label = "wallet"
        db_table = "wallet_rate_decision"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="wallet_rate_decision_by_whom",
                condition=Q(approved=True, decided_by__isnull=True)
                | (Q(decided_by__isnull=False) & ~Q(reason="")),
            ),
        ]


class RateRecall(Sealed, Proposal):
    """Somebody asks that the rate in effect, which is wrong, counts no more; until it is decided nothing new does at it."""

    id = models.BigAutoField(primary_key=True)
    rate = models.ForeignKey(Rate, on_delete=models.PROTECT, related_name="recalls")

    class Meta:
        """Asked with a reason; that the rate is in effect, and asked about once at a time, is kept by trigger."""

        app_label = "wallet"
        db_table = "wallet_rate_recall"
        constraints: ClassVar = [
            models.CheckConstraint(name="wallet_rate_recall_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"recall of rate {self.rate_id}"


class RateRecallDecision(Sealed, PersonDecision):
    """Another person's decision on it. Approved, the rate before it is in effect again; what was done at it stays."""

    proposal = models.OneToOneField(
        RateRecall, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )

    class Meta:
        app_label = "wallet"
        db_table = "wallet_rate_recall_decision"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="wallet_rate_recall_decision_reason", condition=~Q(reason="")
            ),
        ]


class RateMaxAge(Sealed, SiteProposal):
    """How old a currency's rate may be before it takes no new bets; the newest approved one counts."""

    id = models.BigAutoField(primary_key=True)
    currency = models.ForeignKey(
        "wallet.Currency", on_delete=models.PROTECT, related_name="+", db_index=False
    )
    max_age_hours = models.PositiveIntegerField()

    class Meta:
        """Between an hour and a month."""

        app_label = "wallet"
        db_table = "wallet_rate_max_age"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="wallet_rate_max_age_hours",
                condition=Q(max_age_hours__gte=1, max_age_hours__lte=744),
            ),
            models.CheckConstraint(name="wallet_rate_max_age_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"{self.currency_id} {self.max_age_hours} h"


class Spread(Sealed, SiteProposal):
    """The share of an exchange that stays with the house; a pair's newest approved one counts.

    A row without currencies is for every pair that has none of its own.
    """

    id = models.BigAutoField(primary_key=True)
    given = models.ForeignKey(
        "wallet.Currency", on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    received = models.ForeignKey(
        "wallet.Currency", on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    share = models.DecimalField(max_digits=7, decimal_places=6)

    class Meta:
        """Never negative, never more than a fifth; a pair has two different currencies."""

        app_label = "wallet"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="wallet_spread_share", condition=Q(share__gte=0) & Q(share__lte=Decimal("0.2"))
            ),
            models.CheckConstraint(
                name="wallet_spread_pair",
                condition=Q(given__isnull=True, received__isnull=True)
                | (
                    Q(given__isnull=False, received__isnull=False)
                    & ~Q(given=F("received"))
                    & ~Q(given="PLY")
                    & ~Q(received="PLY")
                ),
            ),
            models.CheckConstraint(name="wallet_spread_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        pair = f"{self.given_id} → {self.received_id}" if self.given_id else "every pair"
        return f"{pair} {self.share}"


class RateMaxAgeDecision(Sealed, SiteDecision):
    """Another person's decision on how old a rate may be."""

    proposal = models.OneToOneField(
        RateMaxAge, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )

    class Meta:
        app_label = "wallet"
        db_table = "wallet_rate_max_age_decision"


class SpreadDecision(Sealed, SiteDecision):
    """Another person's decision on what an exchange costs."""

    proposal = models.OneToOneField(
        Spread, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )

    class Meta:
        app_label = "wallet"
        db_table = "wallet_spread_decision"
