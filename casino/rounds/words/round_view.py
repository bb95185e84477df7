"""View of a round for its player: on the table, in the history, on its own page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, pgettext

from blackjack.deal import Deal
from casino.models import Round
from casino.rounds.values.chips import Pile, build_pile, convert_chips
from casino.rounds.words.announcements import announce_round
from casino.rounds.words.labels import (
    ACTIONS,
    HIDDEN,
    OWN_OUTCOMES,
    action_label,
    hand_label,
    place_label,
    result_label,
)
from tables.words.rules import SIDE_BETS, SIDE_OUTCOMES
from wallet.money.values import Money
from wallet.money.words import format_money


@dataclass(frozen=True, slots=True)
class HandView:
    """One hand on the felt."""

    name: str
    cards: list[str]
    label: str
    active: bool
    stake: Money
    added: Money
    outcome: str | None
    outcome_label: str
    payout: Money | None
    net: Money | None
    mark: str
    pile: Pile
    won: Pile

    @property
    def put(self) -> Money:
        """The stake including a double."""
        return self.stake + self.added


@dataclass(frozen=True, slots=True)
class InsuranceView:
    """The insurance of a seat; decided once it has a net."""

    stake: Money
    payout: Money | None
    net: Money | None
    mark: str


@dataclass(frozen=True, slots=True)
class SideBetView:
    """A side bet of a seat; decided once it has a net."""

    name: str
    label: str
    stake: Money
    outcome_label: str
    payout: Money | None
    net: Money | None
    mark: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """One box."""

    seat: int
    hands: list[HandView]
    side_bets: list[SideBetView]
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
    """A round, running or finished. `told`: it ended without its player, who has a notice."""

    id: str
    number: str
    step: int
    dealer: DealerView
    seats: list[SeatView]
    result_label: str
    result_kind: str
    announcements: list[str]
    house_played: str
    told: bool


def round_view(round_: Round, states: list[Deal]) -> RoundView:
    """Return the view of a running round from its replayed states, or of a finished one (no states) from its facts."""
    facts = states[-1].public() if states else round_.result or {}
    how = "" if states else outcome_sentence(round_)
    by_house = house_decisions(round_) if how else ""
    lines = announce_round(facts, states, how)
    return RoundView(
        id=str(round_.public_id),
        number=round_.number,
        step=len(states) - 1 if states else 0,
        dealer=dealer_view(facts["dealer"], hidden=_has_hole_card(round_)),
        seats=seat_views(round_, facts, convert_chips(round_)),
        result_label=how,
        result_kind=outcome_kind(round_) if how else "",
        announcements=[by_house, *lines] if by_house else lines,
        house_played=by_house,
        told=bool(by_house) or round_.status == Round.Status.CANCELLED,
    )


def outcome_sentence(round_: Round) -> str:
    """Describe a finished round's outcome in a sentence."""
    if round_.status == Round.Status.CANCELLED:
        return _("The round was cancelled for a malfunction: your stakes are back.")
    said = result_label(_net(round_))
    if round_.tax <= 0:
        return said
    tax = format_money(round_.money(round_.tax))
    return _("%(result)s (tax withheld: %(tax)s)") % {"result": said, "tax": tax}


def outcome_kind(round_: Round) -> str:
    """Return `win`, `lose` or `push` for the net result of all hands; `push` for a cancelled round."""
    cancelled = round_.status == Round.Status.CANCELLED
    return "push" if cancelled else result_kind(_net(round_))


def _net(round_: Round) -> Money:
    return round_.money((round_.returned or 0) - round_.staked)


def _has_hole_card(round_: Round) -> bool:
    return round_.deal.shoe.version.rules.hole_card == "dealt"


def dealer_view(dealer: Mapping[str, Any], *, hidden: bool) -> DealerView:
    """Return the dealer's side; `hidden` adds the face-down card."""
    down = [HIDDEN] if hidden and len(dealer["cards"]) == 1 else []
    return DealerView(
        cards=[*dealer["cards"], *down],
        label=hand_label(dealer) if dealer["cards"] else "",
        total=dealer["total"],
    )


def seat_views(
    round_: Round, facts: Mapping[str, Any], chips: Sequence[Money] = ()
) -> list[SeatView]:
    """Return the seats of a round from its public facts; with `chips`, also the piles on the felt."""
    count = len(facts["seats"])
    return [_seat_view(round_, seat, facts["next"], count, chips) for seat in facts["seats"]]


def _seat_view(
    round_: Round,
    seat: Mapping[str, Any],
    turn: Mapping[str, Any] | None,
    seats: int,
    chips: Sequence[Money],
) -> SeatView:
    asked = turn["hand"] if turn is not None and turn["seat"] == seat["seat"] else None
    return SeatView(
        seat=seat["seat"],
        hands=[
            _hand_view(
                round_,
                hand,
                place_label(seat["seat"], place, seats=seats, hands=len(seat["hands"])),
                chips,
                active=asked == place,
            )
            for place, hand in enumerate(seat["hands"], 1)
        ],
        side_bets=[  # in the order of the form, not the stored order
            _side_bet_view(round_, name, seat["side_bets"][name])
            for name in SIDE_BETS
            if name in seat["side_bets"]
        ],
        insurance=seat["insurance"] and _insurance_view(round_, seat["insurance"]),
        staked=round_.money(seat["staked"]),
        returned=_maybe(round_, seat["returned"]),
        net=_maybe(round_, seat["net"]),
    )


def _insurance_view(round_: Round, insurance: Mapping[str, Any]) -> InsuranceView:
    stake = round_.money(insurance["stake"])
    return InsuranceView(stake, *_came_to(round_, insurance))


def _side_bet_view(round_: Round, name: str, bet: Mapping[str, Any]) -> SideBetView:
    """View of a side bet from the public facts; lost if decided without an outcome."""
    lost = pgettext("side bet", "lost") if bet["payout"] is not None else ""
    return SideBetView(
        name,
        str(SIDE_BETS[name]),
        round_.money(bet["stake"]),
        str(SIDE_OUTCOMES[bet["outcome"]]) if bet["outcome"] else lost,
        *_came_to(round_, bet),
    )


def _came_to(round_: Round, bet: Mapping[str, Any]) -> tuple[Money | None, Money | None, str]:
    """Payout, net result and mark of a side bet or insurance."""
    payout = _maybe(round_, bet["payout"])
    if payout is None:
        return None, None, ""
    net = payout - round_.money(bet["stake"])
    return payout, net, result_kind(net)


def _hand_view(
    round_: Round, hand: Mapping[str, Any], name: str, chips: Sequence[Money], *, active: bool
) -> HandView:
    stake, added = round_.money(hand["stake"]), round_.money(hand["added"])
    payout, nothing = _maybe(round_, hand["payout"]), round_.money(0)
    net = None if payout is None else payout - stake - added
    lies = stake + added if payout is None else min(stake + added, payout)
    return HandView(
        name=name or _("Your hand"),
        cards=hand["cards"],
        label=hand_label(hand, told_you=True),
        active=active,
        stake=stake,
        added=added,
        outcome=hand["outcome"],
        outcome_label=str(OWN_OUTCOMES[hand["outcome"]]) if hand["outcome"] else "",
        payout=payout,
        net=net,
        mark=result_kind(net) if net is not None else "",
        pile=build_pile(lies, chips),
        won=build_pile(max(net or nothing, nothing), chips),
    )


def result_kind(net: Money) -> str:
    """Return `win`, `lose` or `push`."""
    return "win" if net.units > 0 else "lose" if net.units < 0 else "push"


def _maybe(round_: Round, units: int | None) -> Money | None:
    return None if units is None else round_.money(units)


def house_decisions(round_: Round) -> str:
    """Describe the house's decisions for an absent player; "" without any. One query if there are any."""
    if not round_.interrupted:
        return ""
    made = round_.decisions.filter(by_house=True).order_by("step")
    actions = [action_label(decision.action) for decision in made]
    if set(actions) == {str(ACTIONS["stand"])}:
        return _("You were away, so the house stood for you.")
    told = ", ".join(actions).lower()
    return _("You were away, so the house decided for you: %(actions)s.") % {"actions": told}
