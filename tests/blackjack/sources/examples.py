"""Example rounds for the statements of the source documents, which `docs/sources.md` lists by id.

An example expects only what its statement is about. `seen` shows a replayed round under these keys:

hands      "win 20, lose 0 | push 10": outcome and payout of every hand, by box; undecided hands are "open"
cards      "8S 3C, 8H TH": the cards of every hand      totals     "soft 17, 21": their totals
stakes     "10+10, 10": a hand's bet, and the amount added by a double
staked, returned, net   "30 | 10": of every box         insurance  "win 15": outcome and payout
side       "perfect 26, none 0": every side bet         behind     "2: 1 win 10 net 5": bets behind by hand
dealer, dealer_total    "6D TC 9S", "25"        drawn      number of cards drawn
asked      "2.1 play": box, hand and phase; a follower before the peek is "1.1 before_peek 2"; "" when it is over
legal      "hit stand": the legal actions               error      the code of a refusal
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from blackjack.replay import replay

State = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Example:
    """Example round for the statement with this id, and its expectations; `rules` override the document's."""

    statement: str
    title: str
    cards: str
    actions: str
    rules: Mapping[str, Any]
    bets: str | list[State]
    expected: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.statement} {self.title}"

    def seen(self, preset: str) -> dict[str, Any]:
        """Return the replayed round's value for each expected key."""
        case = {
            "rules": {"preset": preset, **self.rules},
            "bets": _bets(self.bets) if isinstance(self.bets, str) else self.bets,
            "cards": self.cards,
            "actions": self.actions.split(),
        }
        state = replay(json.dumps(case))
        if "error" in state:
            return {key: _of_error(state["error"], key) for key in ("error", *self.expected)}
        return {key: SEEN[key](state) for key in self.expected}


def example(
    statement: str,
    title: str,
    cards: str,
    actions: str = "",
    /,
    *,
    rules: Mapping[str, Any] | None = None,
    bets: str | list[State] = "10",
    **expected: object,
) -> Example:
    """Return an example; `bets` are stakes on boxes 1, 2, …, or bets in the form of conformance cases."""
    if not expected:
        raise ValueError(f"{statement}: nothing is expected of {title!r}")
    return Example(statement, title, cards, actions, rules or {}, bets, expected)


def box(stake: str, seat: int = 1, **more: Any) -> list[State]:
    """Return one bet with `side_bets` or bets `behind`."""
    return [{"seat": seat, "stake": stake, **more}]


def _bets(stakes: str) -> list[State]:
    return [{"seat": seat, "stake": stake} for seat, stake in enumerate(stakes.split(), 1)]


def _of_error(error: State, key: str) -> object:
    if key == "error":
        return error["code"]
    return " ".join(error.get("legal", ())) if key == "legal" else error["message"]


def _hands(state: State, write: Callable[[State], str]) -> str:
    return " | ".join(", ".join(map(write, seat["hands"])) for seat in state["seats"])


def _of_seats(key: str) -> Callable[[State], str]:
    return lambda state: " | ".join(_text(seat[key]) for seat in state["seats"])


def _text(amount: str | None) -> str:
    return "open" if amount is None else amount


def _result(bet: State) -> str:
    return f"{bet['outcome'] or 'open'} {_text(bet['payout'])}".replace("open open", "open")


def _total(hand: State) -> str:
    return f"soft {hand['total']}" if hand["soft"] else str(hand["total"])


def _stakes(hand: State) -> str:
    return f"{hand['stake']}" if hand["added"] == "0" else f"{hand['stake']}+{hand['added']}"


def _insurance(state: State) -> str:
    taken = [seat["insurance"] for seat in state["seats"]]
    return " | ".join("none" if bet is None else _result(bet) for bet in taken)


def _side(state: State) -> str:
    bets = [bet for seat in state["seats"] for bet in seat["side_bets"].values()]
    return ", ".join(f"{bet['outcome'] or 'none'} {_text(bet['payout'])}" for bet in bets)


def _behind(state: State) -> str:
    return " | ".join(_followers(state))


def _followers(state: State) -> Iterator[str]:
    for seat in state["seats"]:
        for follower in seat.get("behind", ()):
            on_hands = [f"{hand['hand']} {_result(hand)}" for hand in follower["hands"]]
            yield f"{follower['bettor']}: {', '.join(on_hands)} net {_text(follower['net'])}"


def _asked(state: State) -> str:
    turn = state["next"]
    if turn is None:
        return ""
    follower = f" {turn['bettor']}" if "bettor" in turn else ""
    return f"{turn['seat']}.{turn['hand']} {turn['phase']}{follower}"


SEEN: Mapping[str, Callable[[State], object]] = {
    "hands": lambda state: _hands(state, _result),
    "cards": lambda state: _hands(state, lambda hand: " ".join(hand["cards"])),
    "totals": lambda state: _hands(state, _total),
    "stakes": lambda state: _hands(state, _stakes),
    "staked": _of_seats("staked"),
    "returned": _of_seats("returned"),
    "net": _of_seats("net"),
    "insurance": _insurance,
    "side": _side,
    "behind": _behind,
    "dealer": lambda state: " ".join(state["dealer"]["cards"]),
    "dealer_total": lambda state: _total(state["dealer"]),
    "drawn": lambda state: state["cards_drawn"],
    "asked": _asked,
    "legal": lambda state: " ".join((state["next"] or {"legal": ()})["legal"]),
    "error": lambda _: None,
}
