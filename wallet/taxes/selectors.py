"""Taxes that are withheld and owed to the authority."""

from datetime import date
from typing import Final

from django.db.models import Q, QuerySet, Sum

from journal.selectors.gaming_days import DAY, start_of
from wallet.ledger.models import TransferKind, WithheldTax
from wallet.money.values import Money
from wallet.taxes.models import TaxPayment

SHOWN: Final = 50


def sum_owed_by_player(currency: str, until: date) -> dict[int, Money]:
    """Return what is owed for each player for taxes up to the end of a gaming day, negative if too much was paid. One query.

    All payments count, whenever they were made: a player's round that was voided after its tax was paid lowers the next one.
    """
    made = Q(at__lt=start_of(until + DAY)) | Q(transfer__kind=TransferKind.REMIT)
    rows = (
        WithheldTax.objects.filter(made, currency_id=currency)
        .order_by("player_id")
        .values_list("player_id")
        .annotate(owed=Sum("amount"))
    )
    return {player: Money(int(units), currency) for player, units in rows if units}


def sum_owed(currency: str, until: date) -> Money:
    """Return what is owed in a currency for taxes up to the end of a gaming day. One query."""
    return sum(sum_owed_by_player(currency, until).values(), Money.zero(currency))


def list_owed_now() -> list[Money]:
    """Return what is owed now by currency, without those that owe nothing. One query."""
    rows = WithheldTax.objects.order_by("currency_id").values_list("currency_id")
    found = rows.annotate(owed=Sum("amount"))
    return [Money(int(units), currency) for currency, units in found if units]


def pending_payments() -> QuerySet[TaxPayment]:
    """Return the payments that wait for a decision, oldest first. One query."""
    return TaxPayment.objects.filter(decision=None).select_related("proposed_by").order_by("pk")


def decided_payments() -> QuerySet[TaxPayment]:
    """Return the newest decided payments. One query."""
    people = ("proposed_by", "decision__decided_by")
    found = TaxPayment.objects.filter(decision__isnull=False)
    return found.select_related(*people).order_by("-pk")[:SHOWN]
