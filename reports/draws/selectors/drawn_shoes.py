"""Draws of the shoes closed in a period, from their revealed seeds."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from blackjack.rules import Rules
from casino.models import REVEALED, Deal, Shoe
from reports.draws.values.columns import DealDraws, ShoeDraws
from reports.values.period import Period
from tables.models import RuleSetVersion

BATCH: Final = 500
"""Shoes read at once: some 150,000 draws, 10 MB."""

_BURN_NONCE: Final = 0
_COLUMNS: Final = ("pk", "place__table", "version", "server_seed", "burn_entropy")


def iterate_closed_shoes(period: Period, size: int = BATCH) -> Iterator[list[ShoeDraws]]:
    """Yield the shoes closed in the period in batches, oldest announced first. Two queries a batch."""
    closed = Shoe.objects.filter(
        status__in=REVEALED, closed_at__gte=period.since, closed_at__lt=period.until
    ).order_by("pk")
    rules = _KnownRules()
    last = 0
    while found := list(closed.filter(pk__gt=last).values(*_COLUMNS)[:size]):
        last = found[-1]["pk"]
        yield _read_shoes(found, rules)


class _KnownRules(dict[int, Rules]):
    """Rules of versions, each loaded once."""

    def __missing__(self, version: int) -> Rules:
        self[version] = RuleSetVersion.objects.get(pk=version).rules
        return self[version]


def _read_shoes(found: list[dict[str, Any]], rules: _KnownRules) -> list[ShoeDraws]:
    deals = _load_deals([one["pk"] for one in found])
    return [
        ShoeDraws(
            one["place__table"],
            one["server_seed"],
            rules[one["version"]].finite_decks,
            (*_burned(one, deals[one["pk"]], rules[one["version"]]), *deals[one["pk"]]),
        )
        for one in found
    ]


def _load_deals(shoes: list[int]) -> defaultdict[int, list[DealDraws]]:
    deals: defaultdict[int, list[DealDraws]] = defaultdict(list)
    rows = Deal.objects.filter(shoe__in=shoes).order_by("shoe", "nonce")
    columns = ("shoe_id", "entropy", "nonce", "cards_drawn", "library_version")
    for shoe, entropy, nonce, count, library in rows.values_list(*columns):
        deals[shoe].append(DealDraws(entropy, nonce, count or 0, library))
    return deals


def _burned(shoe: dict[str, Any], deals: list[DealDraws], rules: Rules) -> Iterator[DealDraws]:
    """Yield the burned cards as a deal of the library that dealt first."""
    if shoe["burn_entropy"] and deals:
        yield DealDraws(shoe["burn_entropy"], _BURN_NONCE, rules.burn_cards, deals[0].library)
