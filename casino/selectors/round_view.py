"""A round as its player may see it: on the table, in the history, on its own page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from blackjack.round import Round as Play
from casino.models import Round
from casino.selectors.announcements import said
from casino.wording import HIDDEN, OUTCOMES, hand_label, result_label
from wallet.money import Money


@dataclass(frozen=True, slots=True)
class HandView:
    """One hand on the felt."""

    cards: list[str]
    label: str
    active: bool
    stake: Money
    added: Money
    outcome: str | None
    outcome_label: str
    payout: Money | None


@dataclass(frozen=True, slots=True)
class InsuranceView:
    """The insurance of a seat."""

    stake: Money
    outcome: str | None
    payout: Money | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """One box."""

    seat: int
    hands: list[HandView]
    insurance: InsuranceView | None
    staked: Money
    returned: Money | None
    net: Money | None


@dataclass(frozen=True, slots=True)
class DealerView:
    """The dealer's cards, the hole card as `??` while it is face down."""

    cards: list[str]
    label: str
    total: int


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round, running or finished."""

    id: str
    number: int
    step: int
    dealer: DealerView
    seats: list[SeatView]
    result_label: str
    announcements: list[str]


def round_view(round_: Round, states: list[Play]) -> RoundView:
    """A running round from its replayed states, a finished one (no states) from its stored facts."""
    facts = states[-1].public() if states else round_.result or {}
    finished = not states
    net = round_.money((round_.returned or 0) - round_.staked)
    return RoundView(
        id=str(round_.public_id),
        number=round_.nonce,
        step=len(states) - 1 if states else 0,
        dealer=dealer_view(facts["dealer"], hidden=_has_hole_card(round_)),
        seats=[seat_view(round_, seat, facts["next"]) for seat in facts["seats"]],
        result_label=result_label(net) if finished else "",
        announcements=said(facts, states, result_label(net) if finished else ""),
    )


def _has_hole_card(round_: Round) -> bool:
    return round_.shoe.version.rules.hole_card == "dealt"


def dealer_view(dealer: Mapping[str, Any], *, hidden: bool) -> DealerView:
    """The dealer's side; `hidden` puts the face-down card beside the upcard."""
    down = [HIDDEN] if hidden and len(dealer["cards"]) == 1 else []
    return DealerView(
        cards=[*dealer["cards"], *down], label=hand_label(dealer), total=dealer["total"]
    )


def seat_view(round_: Round, seat: Mapping[str, Any], turn: Mapping[str, Any] | None) -> SeatView:
    """A seat from the public facts of its round."""
    asked = turn["hand"] if turn is not None and turn["seat"] == seat["seat"] else None
    insurance = seat["insurance"]
    return SeatView(
        seat=seat["seat"],
        hands=[
            hand_view(round_, hand, active=asked == place)
            for place, hand in enumerate(seat["hands"], 1)
        ],
        insurance=insurance
        and InsuranceView(
            stake=round_.money(insurance["stake"]),
            outcome=insurance["outcome"],
            payout=_maybe(round_, insurance["payout"]),
        ),
        staked=round_.money(seat["staked"]),
        returned=_maybe(round_, seat["returned"]),
        net=_maybe(round_, seat["net"]),
    )


def hand_view(round_: Round, hand: Mapping[str, Any], *, active: bool) -> HandView:
    """A hand from the public facts of its round."""
    return HandView(
        cards=hand["cards"],
        label=hand_label(hand),
        active=active,
        stake=round_.money(hand["stake"]),
        added=round_.money(hand["added"]),
        outcome=hand["outcome"],
        outcome_label=str(OUTCOMES[hand["outcome"]]) if hand["outcome"] else "",
        payout=_maybe(round_, hand["payout"]),
    )


def _maybe(round_: Round, units: int | None) -> Money | None:
    return None if units is None else round_.money(units)
