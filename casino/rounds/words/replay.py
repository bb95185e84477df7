"""A finished round step by step: the table after the deal, and after each decision, from stored facts."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from casino.models import Round
from casino.rounds.selectors.hand_facts import HandFacts
from casino.rounds.values.chips import chips_of
from casino.rounds.words.labels import action_label, hand_label, place_label, verb_label
from casino.rounds.words.round_view import DealerView, SeatView, dealer_view, seat_views
from journal.refusals import NotFound
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class Felt:
    """Cards and chips on the table."""

    dealer: DealerView | None
    seats: list[SeatView]


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One moment of a replay: last decision with time and hand, the table, and money so far.

    `last` is the number of steps; `hint` the chart's advice if requested; `added` the decision's new money.
    """

    number: int
    last: int
    happened: str
    about: str
    at: datetime
    by_house: bool
    hint: str
    added: Money
    felt: Felt
    staked: Money
    returned: Money | None
    matches: bool

    @property
    def before(self) -> int:
        """The step before it, of the first itself."""
        return max(0, self.number - 1)

    @property
    def after(self) -> int:
        """The step after it, of the last itself."""
        return min(self.last, self.number + 1)


@dataclass(frozen=True, slots=True)
class ReplayStepName:
    """A step in the list of all."""

    number: int
    happened: str
    by_house: bool


def step_of(hand: HandFacts, number: int) -> ReplayStep:
    """The moment with this number, from 0. Raises `NotFound`."""
    if not 0 <= number < len(hand.states):
        raise NotFound
    facts = hand.states[number].public_for(hand.round.bettor_by_box)
    made = hand.decisions[number - 1] if number else None
    returned = [seat["returned"] for seat in facts["seats"]]
    known = hand.states[number].complete and None not in returned
    return ReplayStep(
        number=number,
        last=len(hand.states) - 1,
        happened=_("The deal") if made is None else action_label(made.action),
        about=describe_situation(hand, made.step) if made else "",
        at=made.made_at if made else hand.round.started_at,
        by_house=made is not None and made.by_house,
        hint=verb_label(hand.hints.get(made.step, "")) if made else "",
        added=hand.round.money(made.amount if made else 0),
        felt=felt_of(hand.round, facts),
        staked=hand.round.money(sum(seat["staked"] for seat in facts["seats"])),
        returned=hand.round.money(sum(returned)) if known else None,
        matches=_matches(hand, number),
    )


def steps_of(hand: HandFacts) -> list[ReplayStepName]:
    """All moments that there are, in their order."""
    decided = hand.decisions[: max(0, len(hand.states) - 1)]
    deal = [ReplayStepName(0, _("The deal"), by_house=False)] if hand.states else []
    return [
        *deal,
        *(
            ReplayStepName(made.step + 1, action_label(made.action), made.by_house)
            for made in decided
        ),
    ]


def describe_situation(hand: HandFacts, step: int) -> str:
    """The hand of a decision, its cards and the upcard."""
    if step >= len(hand.states):
        return ""
    before = hand.states[step]
    box, place = before.in_turn
    facts = before.public()
    shown = next(one for one in facts["seats"] if one["seat"] == box.number)
    total = hand_label(shown["hands"][place])
    words = {"hand": total, "dealer": hand_label(facts["dealer"])}
    against = _("%(hand)s against %(dealer)s") % words
    counts = {"seats": len(facts["seats"]), "hands": len(shown["hands"])}
    where = place_label(box.number, place + 1, **counts)
    return f"{where}: {against}" if where else against


def felt_of(round_: Round, facts: Mapping[str, Any]) -> Felt:
    """From a round's public facts; of one that was cancelled before its cards are known, no dealer."""
    if not facts:
        return Felt(None, [])
    hidden = round_.version.rules.hole_card == "dealt" and bool(facts["dealer"]["cards"])
    dealer = dealer_view(facts["dealer"], hidden=hidden)
    return Felt(dealer if dealer.cards else None, seat_views(round_, facts, chips_of(round_)))


def _matches(hand: HandFacts, number: int) -> bool:
    """Whether the state has the hash stored with its decision."""
    own = hand.states[number].state_hash
    if number:
        return own == hand.decisions[number - 1].state_hash
    return bool(hand.decisions) or own == hand.round.deal.state_hash
