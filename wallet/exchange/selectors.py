"""Past exchanges, with amounts from the ledger and rates and spread from the transfer."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from wallet.archive.selectors.entries import load_archived_entries
from wallet.exchange.values import ExchangePrice, compute_price
from wallet.ledger.models import Entry, Transfer, TransferKind
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class PastQuote:
    """Rate that was used: USD per unit of `currency`, source and time."""

    currency: str
    rate: Decimal
    source: str
    as_of: datetime


@dataclass(frozen=True, slots=True)
class PastExchange:
    """Amounts given and received, rates in USD per unit, and the spread."""

    given: Money
    received: Money
    given_rate: Decimal
    received_rate: Decimal
    spread: Decimal
    quotes: tuple[PastQuote, ...] = ()  # without USD, which has no rate row

    @property
    def price(self) -> ExchangePrice:
        """Rate before the spread, per unit of the more valuable currency."""
        return compute_price(
            self.given.currency, self.given_rate, self.received.currency, self.received_rate
        )


def find_exchanges(transfers: Iterable[Transfer]) -> Mapping[int, PastExchange]:
    """Return the exchanges among `transfers`, by transfer id. One query, none without exchanges, more with archived ones.

    Raises ArchiveMissing, ArchiveAltered.
    """
    wanted = {
        one.pk: one
        for one in transfers
        if one.kind == TransferKind.EXCHANGE and "spread" in one.details
    }
    if not wanted:
        return {}
    legs: defaultdict[int, list[Money]] = defaultdict(list)
    entries = Entry.objects.filter(
        transfer_id__in=list(wanted),
        created_at__in=[one.created_at for one in wanted.values()],  # prunes monthly partitions
        seq__isnull=False,
    )
    for entry in entries:
        legs[entry.transfer_id].append(Money(entry.amount, entry.currency_id))
    for archived in load_archived_entries(
        one for pk, one in wanted.items() if pk not in legs
    ).values():
        for entry in archived:
            if entry.seq is not None:
                legs[entry.transfer_id].append(Money(entry.amount, entry.currency_id))
    return {pk: _past(wanted[pk].details, found) for pk, found in legs.items()}


def find_exchange(player_id: int, number: int) -> tuple[Transfer, PastExchange] | None:
    """Return a player's exchange by transfer id; None if there is none. Two queries."""
    found = Transfer.objects.filter(pk=number, player_id=player_id, kind=TransferKind.EXCHANGE)
    pasts = find_exchanges(found)
    return next(((one, pasts[one.pk]) for one in found if one.pk in pasts), None)


def _past(details: Mapping[str, str], legs: list[Money]) -> PastExchange:
    given, received = sorted(legs, key=lambda leg: leg.units)
    sides = {"given": given.currency, "received": received.currency}
    return PastExchange(
        given=-given,
        received=received,
        given_rate=Decimal(details["given_rate"]),
        received_rate=Decimal(details["received_rate"]),
        spread=Decimal(details["spread"]),
        quotes=tuple(
            PastQuote(
                currency=currency,
                rate=Decimal(details[f"{side}_rate"]),
                source=details[f"{side}_source"],
                as_of=datetime.fromisoformat(details[f"{side}_as_of"]),
            )
            for side, currency in sides.items()
            if details.get(f"{side}_as_of")
        ),
    )
