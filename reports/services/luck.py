"""Luck of a round: the hands' result less the expected one of best play, corrected by the cost of decisions.

The expectation is taken before the first card, from the cards that earlier rounds of the shoe have shown. Luck has a
mean of zero, however people play and bet.
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
"""Probabilities are stored as whole numbers of this many parts."""

VALUES: Final = 10
_TEN: Final = 9
_TENS_OF_A_DECK, _CARDS_OF_A_DECK = 16, 52
_RANKS: Final = "A23456789"


class EffectsMissing(Exception):
    """Another worker is computing the effects of removal: these rounds are judged later."""


@dataclass(frozen=True, slots=True)
class Luck:
    """One round, in units of its currency; `chance` is that of a dealer blackjack under an ace, in ten-thousandths, if insured."""

    net: float
    luck: float
    chance: int | None


def compute_luck(round_: Round, gone: Sequence[int], costs: float) -> Luck | None:
    """Return the luck of a completed round; `gone` are the cards by value that its shoe had shown before.

    None if the effects of removal cannot be computed; raises EffectsMissing while another worker computes them.
    """
    rules = round_.version.rules
    effects = load_or_compute_effects(rules)
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


def hand_cost_of_insuring(worths: "Worths", state: "Deal") -> float:
    """Return the cost of insuring to the hand, besides the insurance's own: early surrender is no longer possible.

    Zero unless surrender or even money was available.
    """
    beside = {"surrender", "even_money"} & {*state.legal_actions}
    return worths.cost(state, Action("decline")) if beside else 0.0


def load_or_compute_effects(rules: Rules) -> "Effects | None":
    """Return the stored effects of removal, computing and storing them first if needed. Memoised by rules.

    Call it outside a transaction. None if they cannot be computed; raises EffectsMissing while another worker
    computes them.
    """
    if rules.digest not in _KNOWN:
        _KNOWN[rules.digest] = _load_effects(rules) or _compute_effects(rules)
    return _KNOWN[rules.digest]


_KNOWN: Final[dict[str, "Effects | None"]] = {}
"""Cache of this worker, by the digest of the rules."""


def _load_effects(rules: Rules) -> "Effects | None":
    from blackjack.analysis.effects import Effects  # noqa: PLC0415 - only a worker needs numpy

    digest = questions.question_digest(rules, questions.effects_question())
    row = Mathematics.objects.filter(digest=digest).first()
    return Effects.from_dict(row.result) if row and row.is_current and row.result else None


def _compute_effects(rules: Rules) -> "Effects | None":
    row = mathematics.request_mathematics(rules, questions.effects_question())
    mathematics.compute_due(timezone.now(), row.digest)
    row.refresh_from_db()
    if row.state in {Mathematics.State.WAITING, Mathematics.State.RUNNING}:
        raise EffectsMissing(row.digest)
    return _load_effects(rules)


def load_gone_cards(rounds: Sequence[Round]) -> dict[int, tuple[int, ...]]:
    """Return, by round, the cards of each value that the shoe had shown before it. One query."""
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
    """Return, by deal, the cards seen before it. A shoe that ran empty continued with all cards but those of that deal."""
    size = (rules.finite_decks or 0) * _CARDS_OF_A_DECK
    found, gone, out = {}, [0] * VALUES, rules.burn_cards
    for number, cards, drawn in dealt:
        found[number] = tuple(gone)
        out += drawn
        if out > size:
            gone, out = [0] * VALUES, drawn
        for card in cards:
            gone[card_value_index(card)] += 1
    return found


def card_value_index(card: str) -> int:
    """Return the index of a card among the values, ace first."""
    return _RANKS.find(card[0]) if card[0] in _RANKS else _TEN


def _blackjack_chance(round_: Round, gone: Sequence[int]) -> int:
    """Return the chance, in ten-thousandths, that the hole card is a ten, given all cards seen when insurance was offered."""
    decks = round_.version.rules.finite_decks
    if decks is None:
        return round(CHANCES * _TENS_OF_A_DECK / _CARDS_OF_A_DECK)
    first = (round_.deal.cards or [])[: 2 * len(round_.deal.boxes) + 1]
    tens = (
        decks * _TENS_OF_A_DECK - gone[_TEN] - sum(card_value_index(card) == _TEN for card in first)
    )
    left = decks * _CARDS_OF_A_DECK - sum(gone) - len(first)
    return round(CHANCES * max(tens, 0) / left) if left > 0 else 0
