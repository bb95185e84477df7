"""Payments of withheld taxes to the authority: one person proposes, another decides."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from approvals.models import PersonDecision, Proposal
from journal.models.sealed import Sealed
from wallet.ledger.models import Currency
from wallet.money.values import Money

REFERENCE_LENGTH = 100


class TaxPayment(Sealed, Proposal):
    """Proposal to pay what was withheld in one currency up to the end of a gaming day, less what was given back and paid.

    `reference` is the authority's: the number of the return or receipt.
    """

    id = models.BigAutoField(primary_key=True)
    currency = models.ForeignKey(
        Currency, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    until = models.DateField()
    units = models.BigIntegerField()
    reference = models.CharField(max_length=REFERENCE_LENGTH)

    class Meta:
        app_label = "wallet"
        db_table = "wallet_tax_payment"
        constraints: ClassVar = [
            models.CheckConstraint(name="wallet_tax_payment_units", condition=Q(units__gt=0)),
            models.CheckConstraint(
                name="wallet_tax_payment_told", condition=~Q(reason="") & ~Q(reference="")
            ),
        ]

    def __str__(self) -> str:
        return f"TAX-{self.pk}"

    @property
    def money(self) -> Money:
        return Money(self.units, self.currency_id)


class TaxPaymentDecision(Sealed, PersonDecision):
    """Another person's decision. Approved: the money leaves in the same transaction."""

    proposal = models.OneToOneField(
        TaxPayment, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )

    class Meta:
        app_label = "wallet"
        db_table = "wallet_tax_payment_decision"
