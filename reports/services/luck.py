"""Luck of a round: the hands' result beyond the expectation of best play with the cards left in the shoe, less the cost of decisions.

The expectation is taken before the first card, from the cards that earlier rounds of the shoe have shown. The difference to the
result has a mean of zero, however people play and bet.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.utils import timezone

from blackjack.actions import Action
from blackjack.rules import Rules
from casino import models
from casino.models import Round
from tables.models import Mathematics
from tables.services import mathematics
from tables.values import questions

if TYPE_CHECKING:
    from blackjack.analysis.effects import Effects
    from blackjack.analysis.worths import Worths
    from blackjack.deal import Deal

CHANCES: Final = 10_000
"""A chance is kept as a whole number of this many parts."""

VALUES: Final = 10
_TEN: Final = 9
_TENS_OF_A_DECK, _CARDS_OF_A_DECK = 16, 52
_RANKS: Final = "A23456789"


class EffectsMissing(Exception):
    """Another worker is computing the effects of removal: these rounds are judged later."""


@dataclass(frozen=True, slots=True)
class Luck:
    """One round, in units of its currency; `chance` is the chance of a dealer blackjack under an ace, in ten-thousandths, if insured."""

    net: float
    luck: float
    chance: int | None


def luck_of(round_: Round, gone: Sequence[int], costs: float) -> Luck | None:
    """Return the luck of a completed round, `gone` being the cards by value that its shoe has shown before.

    None where the effects of removal cannot be computed; raises EffectsMissing where they will be.
    """
    rules = round_.version.rules
    effects = effects_of(rules)
    if effects is None:
        return None
    seats = (round_.result or {})["seats"]
    net = sum(_net(hand) for seat in seats for hand in seat["hands"])
    staked = sum(bet.stake for bet in round_.bets.all())
    expected = (effects.expectation(gone) - 1) * staked - costs
    net = -net if rules.inverted else net
    insured = any(seat["insurance"] for seat in seats)
    return Luck(net, net - expected, _blackjack_chance(round_, gone) if insured else None)


def _net(hand: Mapping[str, Any]) -> int:
    return int(hand["payout"] - hand["stake"] - hand["added"])


def cost_beside(worths: "Worths", state: "Deal") -> float:
    """The cost to the hand of insuring, beyond the insurance's own: early surrender is no longer possible."""
    beside = {"surrender", "even_money"} & {*state.legal_actions}
    return worths.cost(state, Action("decline")) if beside else 0.0


def effects_of(rules: Rules) -> "Effects | None":
    """Return the stored effects of removal, computing and storing them first if needed. Not inside a transaction.

    None if they cannot be computed; raises EffectsMissing while another worker computes them.
    """
    if rules.digest not in _KNOWN:
        _KNOWN[rules.digest] = _load_effects(rules) or _compute_effects(rules)
    return _KNOWN[rules.digest]


_KNOWN: Final[dict[str, "Effects | None"]] = {}
"""By the digest of the rules: what this worker has read."""


def _load_effects(rules: Rules) -> "Effects | None":
    from blackjack.analysis.effects import Effects  # noqa: PLC0415 - only a worker needs numpy

    digest = questions.digest_of(rules, questions.effects())
    row = Mathematics.objects.filter(digest=digest).first()
    return Effects.from_dict(row.result) if row and row.is_current and row.result else None


def _compute_effects(rules: Rules) -> "Effects | None":
    row = mathematics.request_mathematics(rules, questions.effects())
    mathematics.compute_due(timezone.now(), row.digest)
    row.refresh_from_db()
    if row.state in {Mathematics.State.WAITING, Mathematics.State.RUNNING}:
        raise EffectsMissing(row.digest)
    return _load_effects(rules)


def gone_before(rounds: Sequence[Round]) -> dict[int, tuple[int, ...]]:
    """Cards of each value that the shoe had shown before each round. One query."""
    shoes = {one.deal.shoe_id: one.deal.shoe.version.rules for one in rounds}
    facts = models.Deal.objects.filter(shoe__in=shoes, cards__isnull=False).order_by(
        "shoe", "nonce"
    )
    of_shoes: defaultdict[int, list[tuple[int, list[str], int]]] = defaultdict(list)
    for shoe, number, cards, drawn in facts.values_list("shoe", "pk", "cards", "cards_drawn"):
        of_shoes[shoe].append((number, cards or [], drawn or 0))
    gone: dict[int, tuple[int, ...]] = {}
    for shoe, dealt in of_shoes.items():
        gone |= _seen_cards(shoes[shoe], dealt)
    return {one.pk: gone[one.deal_id] for one in rounds}


def _seen_cards(
    rules: Rules, dealt: Iterable[tuple[int, list[str], int]]
) -> dict[int, tuple[int, ...]]:
    """A shoe that ran empty in a round went on with all cards but those of that round."""
    size = (rules.finite_decks or 0) * _CARDS_OF_A_DECK
    found, gone, out = {}, [0] * VALUES, rules.burn_cards
    for number, cards, drawn in dealt:
        found[number] = tuple(gone)
        out += drawn
        if out > size:
            gone, out = [0] * VALUES, drawn
        for card in cards:
            gone[value_of(card)] += 1
    return found


def value_of(card: str) -> int:
    """Return the place of a card among the values, the ace first."""
    return _RANKS.find(card[0]) if card[0] in _RANKS else _TEN


def _blackjack_chance(round_: Round, gone: Sequence[int]) -> int:
    """Return the chance that the dealer's second card is a ten, with all cards known that lay open when insurance was asked."""
    decks = round_.version.rules.finite_decks
    if decks is None:
        return round(CHANCES * _TENS_OF_A_DECK / _CARDS_OF_A_DECK)
    first = (round_.deal.cards or [])[: 2 * len(round_.deal.boxes) + 1]
    tens = decks * _TENS_OF_A_DECK - gone[_TEN] - sum(value_of(card) == _TEN for card in first)
    left = decks * _CARDS_OF_A_DECK - sum(gone) - len(first)
    return round(CHANCES * max(tens, 0) / left) if left > 0 else 0
