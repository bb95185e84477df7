"""Exchange rates and their rules. Append-only: the latest row counts.

When a rate is written, the database decides whether it needs a second person (wallet/sql/rates.sql).
"""

from decimal import Decimal
from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from approvals.models import PersonDecision, Proposal, SiteDecision, SiteProposal
from journal.models.sealed import Sealed


class Rate(Sealed, SiteProposal):
    """USD per unit of a currency, from a source. Append-only. Rates from the feed have no proposer."""

    id = models.BigAutoField(primary_key=True)
    currency = models.ForeignKey(
        "wallet.Currency", on_delete=models.PROTECT, related_name="+", db_index=False
    )
    rate = models.DecimalField(max_digits=24, decimal_places=12)
    source = models.CharField(max_length=60)
    as_of = models.DateTimeField()
    reason = None  # type: ignore[assignment]  # its source says why

    class Meta:
        """No rows for USD, which is the base currency, or for play money, which has no value."""

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
    """Decision on a rate: a second person's, or the database's own (no person) if none is needed."""

    proposal = models.OneToOneField(
        Rate, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )

    class Meta:
        """A decision by a person has a reason."""

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
    """Proposal to recall a wrong rate in effect; while it is pending the currency takes no new bets or exchanges."""

    id = models.BigAutoField(primary_key=True)
    rate = models.ForeignKey(Rate, on_delete=models.PROTECT, related_name="recalls")

    class Meta:
        """A trigger checks that the rate is in effect and has no other pending recall."""

        app_label = "wallet"
        db_table = "wallet_rate_recall"
        constraints: ClassVar = [
            models.CheckConstraint(name="wallet_rate_recall_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"recall of rate {self.rate_id}"


class RateRecallDecision(Sealed, PersonDecision):
    """Another person's decision on a recall.

    After an approval the previous rate is in effect again; transactions at the recalled rate stay as they are.
    """

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
    """Maximum age of a currency's rate for new bets and exchanges; the newest approved row is in force."""

    id = models.BigAutoField(primary_key=True)
    currency = models.ForeignKey(
        "wallet.Currency", on_delete=models.PROTECT, related_name="+", db_index=False
    )
    max_age_hours = models.PositiveIntegerField()

    class Meta:
        """From one hour to 31 days."""

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
    """The house's share of an exchange; the newest approved row of a pair is in force.

    A row without currencies is the default for pairs without their own.
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
        """From 0 to 20 %; a pair has two different currencies, neither of them play money."""

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
    """Another person's decision on a maximum age."""

    proposal = models.OneToOneField(
        RateMaxAge, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )

    class Meta:
        app_label = "wallet"
        db_table = "wallet_rate_max_age_decision"


class SpreadDecision(Sealed, SiteDecision):
    """Another person's decision on a spread."""

    proposal = models.OneToOneField(
        Spread, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )

    class Meta:
        app_label = "wallet"
        db_table = "wallet_spread_decision"
