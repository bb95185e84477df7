"""What a player knew of a shoe before each bet: the Hi-Lo count of the cards seen, and the number of undealt cards."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from blackjack.cards import CARDS
from blackjack.rules import Rules
from blackjack.shoe import must_close
from blackjack.strict_json import MalformedError
from signals.columns import DealMark
from signals.reading.plays import ReplayedRound, count_cards, replay_given
from signals.reading.rounds import GivenRound
from signals.reading.states import UnreplayableError


@dataclass(frozen=True, slots=True)
class SeenCards:
    """A deal with the shoe before it, and after it. `played` is None if sat out or `problem` says why not."""

    given: GivenRound
    running: int
    left: int
    running_after: int
    left_after: int
    played: ReplayedRound | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ShoeEnd:
    """A chance to change a private shoe."""

    at: float
    running: int
    left: int
    changed: bool


def follow_shoes(
    rounds: Iterable[GivenRound], *, with_deviations: bool
) -> tuple[list[SeenCards], int]:
    """Return all deals in time order, and the number of shoes whose first deals are missing.

    Deviations from the chart are measured if asked for. Raises MalformedError if a deal is given twice.
    """
    shoes: defaultdict[tuple[str, str], list[GivenRound]] = defaultdict(list)
    for given in rounds:
        shoes[given.table, given.shoe].append(given)
    seen: list[SeenCards] = []
    late = 0
    for deals in shoes.values():
        deals.sort(key=lambda given: given.nonce)
        for one, other in pairwise(deals):
            if one.nonce == other.nonce:
                where = f"rounds[{other.place - 1}].nonce"
                raise MalformedError(where, f"deal {one.nonce} of this shoe is given twice")
        late += deals[0].nonce > 1
        seen += _follow_shoe(deals, with_deviations=with_deviations)
    seen.sort(key=lambda one: (one.given.time, one.given.nonce, one.given.place))
    return seen, late


def _follow_shoe(deals: list[GivenRound], *, with_deviations: bool) -> Iterator[SeenCards]:
    running, left, gone = 0, _full(deals[0].rules), [0] * len(CARDS)
    for given in deals:
        if given.rules.reshuffle == "every_round" or given.rules.finite_decks is None:
            running, left, gone = 0, _full(given.rules), [0] * len(CARDS)
        played, problem = _try_replay(given, gone if with_deviations else None)
        shown = played.shown if played else given.cards
        after = _deal_from(given.rules, running, left, count_cards(shown), len(given.cards))
        yield SeenCards(given, running, left, *after, played, problem)
        if len(given.cards) > left:
            gone = [0] * len(CARDS)
        running, left = after
        for card in shown:
            if card is not None:
                gone[card.index] += 1


def _deal_from(rules: Rules, running: int, left: int, count: int, drawn: int) -> tuple[int, int]:
    """Count and undealt cards after a deal. A shoe that runs empty takes back all cards but this deal's."""
    if rules.finite_decks is None:
        return 0, 0
    if drawn > left:
        return count, max(_full(rules) - drawn, 0)
    return running + count, left - drawn


def _full(rules: Rules) -> int:
    return (rules.shoe_size or rules.burn_cards) - rules.burn_cards


def _try_replay(given: GivenRound, gone: list[int] | None) -> tuple[ReplayedRound | None, str]:
    if not given.stakes and not given.behind:
        return None, ""
    try:
        return replay_given(given, gone), ""
    except UnreplayableError as error:
        return None, str(error)


def find_shoe_ends(seen: Iterable[SeenCards]) -> list[ShoeEnd]:
    """Chances to change private shoes, in time order: between two deals at a table, unless the shoe was at its end."""
    last: dict[str, SeenCards] = {}
    found = []
    for one in seen:
        given = one.given
        if given.marks & DealMark.LIVE or given.rules.finite_decks is None:
            continue
        before = last.get(given.table)
        last[given.table] = one
        if before is None or _is_over(before):
            continue
        changed = before.given.shoe != given.shoe
        end = before.given.ended
        found.append(ShoeEnd(end, before.running_after, before.left_after, changed))
    return sorted(found, key=lambda one: one.at)


def _is_over(before: SeenCards) -> bool:
    rules = before.given.rules
    return must_close(rules, 1, (rules.shoe_size or 0) - before.left_after)
