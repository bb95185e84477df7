"""Replays of running deals that this process keeps: a deal is asked for several times a second, and grows by one decision.

A replay is used again only for the same input, complete and in plain: seed, snapshot, earlier deals, bets, rules, and
decisions of which its own are the first. Whoever uses one still checks the state's hash. So it gives what a replay from
the first card would give, and leaves with the process.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from blackjack.cards import Card
from blackjack.deal import Deal, Draw

_MOST: Final = 64
"""Deals kept, the last ones used; a few kilobytes each."""


@dataclass(frozen=True, slots=True)
class KeptReplay:
    """The states of a deal: the first one, and one after each of `actions`. `source` is all input but the decisions."""

    source: object = field(repr=False)
    actions: tuple[str, ...]
    states: tuple[Deal, ...]

    def leads_to(self, actions: Sequence[str]) -> bool:
        """Return whether these decisions begin with those replayed."""
        return self.actions == tuple(actions[: len(self.actions)])

    def followed_by(self, action: str, state: Deal) -> "KeptReplay":
        return KeptReplay(self.source, (*self.actions, action), (*self.states, state))


class _KeptReplays:
    """The newest replay of each of the last deals, by deal."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._kept: OrderedDict[int, KeptReplay] = OrderedDict()

    def find(self, deal: int) -> KeptReplay | None:
        with self._guard:
            return self._kept.get(deal)

    def keep(self, deal: int, replay: KeptReplay) -> None:
        with self._guard:
            self._kept[deal] = replay
            self._kept.move_to_end(deal)
            if len(self._kept) > _MOST:
                self._kept.popitem(last=False)


kept_replays: Final = _KeptReplays()


def drawn_by_one(draw: Draw) -> Draw:
    """Let one thread draw at a time: a deal computes its cards one after the other, and keeps them."""
    guard = Lock()

    def drawn(k: int) -> Card:
        with guard:
            return draw(k)

    return drawn
