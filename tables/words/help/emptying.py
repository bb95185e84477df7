"""Start and end of a shoe, as example rounds: the engine's own shoe with a fixed secret, dealt until these rules close it.

Each round has one box that declines every offer and stands.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.utils.translation import gettext as _

from blackjack.actions import Action
from blackjack.bets import Bet, smallest_unit
from blackjack.deal import Deal
from blackjack.fairness import entropy
from blackjack.rules import Rules
from blackjack.shoe import Shoe, must_close
from tables.words.help import examples

_SECRET: Final = "3" * 64
_SEED: Final = "example"
_BURNED: Final = 0  # round number used for burning
_FEW: Final = 2
_SHOWN: Final = 3


@dataclass(frozen=True, slots=True)
class DealtRound:
    """A round of the shoe: cards left before it, cards it took, and cards out after it, burned cards included."""

    number: int
    left: int
    cards: int
    out: int


def describe_first_round(rules: Rules) -> str:
    """Return a sentence on the cards left for the first round after burning; empty for infinite decks."""
    if rules.shoe_size is None:
        return ""
    first = next(_rounds(rules))
    return _(
        "The first round of a shoe finds %(left)d of its %(size)d cards. It takes %(cards)d: then %(out)d are out."
    ) % {"left": first.left, "size": rules.shoe_size, "cards": first.cards, "out": first.out}


def describe_cuts(rules: Rules) -> str:
    """Return a sentence that shows how different cuts of one secret and seed give different cards."""
    first, last = rules.cuts[0], rules.cuts[-1]
    return _(
        "One and the same shoe begins with %(one)s if it is cut at %(first)d, and with %(other)s if it is cut at %(last)d."
    ) % {
        "first": first,
        "one": _first_cards(rules, first),
        "last": last,
        "other": _first_cards(rules, last),
    }


def _first_cards(rules: Rules, cut: int) -> str:
    """Return the first cards of the shoe with this cut."""
    mixed = entropy({1: _SEED}, cut)
    dealing = Shoe(_SECRET, rules.finite_decks).begin(mixed, _BURNED).end(rules.burn_cards)
    return examples.format_cards(dealing.begin(mixed, 1).first(_SHOWN))


def describe_last_rounds(rules: Rules) -> str:
    """Return the last rounds of a shoe in sentences; empty for infinite decks."""
    size = rules.shoe_size
    if size is None:
        return ""
    if rules.reshuffle == "when_empty":
        return _empty(rules)
    *earlier, last = _until_closed(rules)
    # if the shoe was refilled in its last round, more cards were dealt than it has
    words = {"n": last.number, "cards": last.cards, "out": min(last.out, size), "size": size}
    if rules.reshuffle == "every_round":
        return (
            _(
                "Round %(n)d of a shoe is dealt to one box that always stands. With its %(cards)d cards, %(out)d of %(size)d are "
                "out, and the shoe is closed; the next round comes from a full one."
            )
            % words
        )
    told = [
        _(
            "Round %(n)d of a shoe that is dealt to one box which always stands takes %(cards)d cards. Then %(out)d of %(size)d "
            "are out, %(cut)d or more, and the shoe is closed."
        )
        % {**words, "cut": rules.cut_card or 0}
    ]
    if earlier:
        told.append(
            _("One round earlier %(out)d were out, and it was played on.")
            % {"out": earlier[-1].out}
        )
    return " ".join(told)


def _empty(rules: Rules) -> str:
    one = _emptying(rules)
    return _(
        "Round %(n)d of a shoe that is dealt to one box which always stands begins with %(left)d cards in it and takes "
        "%(cards)d: when the %(left)d are gone, all that are not on the table are shuffled into it again."
    ) % {"n": one.number, "left": one.left, "cards": one.cards}


@lru_cache(maxsize=64)
def _emptying(rules: Rules) -> DealtRound:
    """Return the first round that finds at least two cards and takes more than are left."""
    return next(one for one in _rounds(rules) if _FEW <= one.left < one.cards)


@lru_cache(maxsize=64)
def _until_closed(rules: Rules) -> tuple[DealtRound, ...]:
    """Return the rounds of a shoe until it closes."""
    dealt: list[DealtRound] = []
    for one in _rounds(rules):
        dealt.append(one)
        if must_close(rules, one.number, one.out):
            break
    return tuple(dealt)


def _rounds(rules: Rules) -> Iterator[DealtRound]:
    """Yield the rounds of one shoe, without end, after its burned cards."""
    cut = rules.cuts[len(rules.cuts) // 2] if rules.cuts else None
    mixed = entropy({1: _SEED}, cut)
    shoe = Shoe(_SECRET, rules.finite_decks).begin(mixed, _BURNED).end(rules.burn_cards)
    number, bet = 0, Bet(1, smallest_unit(rules))
    while True:
        number += 1
        cards = shoe.begin(mixed, number)
        taken = _stood(Deal.start(rules, [bet], cards.draw))
        left = len(shoe.left)
        shoe = cards.end(taken)
        yield DealtRound(number, left, taken, shoe.dealt)


def _stood(deal: Deal) -> int:
    """Return the cards drawn by a round in which every offer is declined and every hand stands."""
    while not deal.complete:
        legal = deal.legal_actions
        deal = deal.play(Action("decline" if "decline" in legal else "stand"))
    return deal.cards_drawn
