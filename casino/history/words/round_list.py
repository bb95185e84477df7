"""List of a player's finished rounds, with decisions and voids."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from blackjack.deal import Deal
from casino.history.selectors.past_rounds import advice_by_step, rounds_in_order
from casino.models import Decision, Round, Shoe, Void, VoidReason
from casino.rounds.selectors.hand_facts import can_be_replayed
from casino.rounds.selectors.situations import Situation, build_situations, stored_states
from casino.rounds.words.labels import action_label
from casino.rounds.words.replay import describe_state
from casino.rounds.words.round_view import DealerView, SeatView, dealer_view, seat_views
from casino.voids.selectors.voiding import open_voids
from casino.voids.words import step_sentences, void_sentences
from wallet.money.values import Money

SHOWN: Final = 2
"""Boxes of a round shown in a list; ten rounds then fit into four phone screens."""


@dataclass(frozen=True, slots=True)
class PastRound:
    """A finished round in a list."""

    id: str
    has_replay: bool
    started_at: datetime
    table_name: str
    number: str
    seats: list[SeatView]
    dealer: DealerView
    staked: Money
    returned: Money
    net: Money
    verified_when: str
    note: str

    @property
    def shown(self) -> list[SeatView]:
        """Boxes shown at once."""
        return self.seats[:SHOWN]

    @property
    def folded(self) -> list[SeatView]:
        """Boxes shown on request."""
        return self.seats[SHOWN:]


def list_shoe_rounds(shoe: Shoe) -> list[PastRound]:
    """Rounds of one of the player's closed shoes in order of play, with voids. Two queries."""
    return round_lines(rounds_in_order(shoe))


def round_lines(rounds: Iterable[Round]) -> list[PastRound]:
    """List lines of a player's finished rounds, with voids. One query besides that for `rounds`."""
    found = list(rounds)
    voids = {void.round_id: void for void in open_voids().filter(round__in=found)}
    return [round_line(round_, voids.get(round_.pk)) for round_ in found]


def round_line(round_: Round, void: Void | None = None) -> PastRound:
    """List line of a finished round, from its stored facts. `void` is for the round's own player only."""
    facts = round_.result or {}
    returned = round_.returned or 0
    return PastRound(
        id=str(round_.public_id),
        has_replay=can_be_replayed(round_),
        started_at=round_.started_at,
        table_name=round_.place.table.display_name,
        number=round_.number,
        seats=seat_views(round_, facts),
        dealer=dealer_view(
            facts["dealer"], hidden=round_.deal.shoe.version.rules.hole_card == "dealt"
        ),
        staked=round_.money(round_.staked),
        returned=round_.money(returned),
        net=round_.money(returned - round_.staked),
        verified_when="closed" if round_.deal.shoe.server_seed else "open",
        note=_note(round_, void),
    )


@dataclass(frozen=True, slots=True)
class PastDecision:
    """A decision on its round's page."""

    made: Decision
    at: datetime
    action: str
    by_house: bool
    early: bool  # chosen before the turn
    added: Money
    advice: str  # the chart's action, if the player asked for it
    hint: str
    about: str
    situation: Situation | None


def decision_lines(round_: Round, states: Sequence[Deal]) -> list[PastDecision]:
    """Decisions of a round in order, with their hands. Up to three queries, six for a live table's round.

    `states` are those of a running round; a finished one is replayed.
    """
    advised = advice_by_step(round_)
    decisions = list(round_.decisions.order_by("step"))
    if decisions and not states:
        bets = list(round_.bets.order_by("box"))
        states = stored_states(round_, bets, [made.action for made in decisions])
    asked = dict(enumerate(state for state in states if state.turn is not None))
    situations = dict(enumerate(build_situations(states)))
    return [
        PastDecision(
            made=made,
            at=made.made_at,
            action=action_label(made.action),
            by_house=made.by_house,
            early=made.early,
            added=round_.money(made.amount),
            advice=advised.get(made.step, ""),
            hint=action_label(advised[made.step]) if made.step in advised else "",
            about=describe_state(asked[made.step]) if made.step in asked else "",
            situation=situations.get(made.step),
        )
        for made in decisions
    ]


@dataclass(frozen=True, slots=True)
class PastVoid:
    """A void of a finished round, or a later step of that void."""

    at: datetime
    told: list[str]


def list_void_lines(round_: Round) -> list[PastVoid]:
    """Voids of a round and their follow-up steps, in order. One query, two with voids."""
    lines = []
    for void in round_.voids.order_by("pk").prefetch_related("steps"):
        lines.append(PastVoid(void.at, void_sentences(void, round_)))
        steps = sorted(void.steps.all(), key=lambda step: step.pk)
        lines += [PastVoid(step.at, step_sentences(step, round_)) for step in steps]
    return lines


def format_round_note(round_: Round) -> str:
    """Note for the player on a void, cancelled or house-played round; "" for others. One query."""
    return _note(round_, open_voids().filter(round=round_).first())


def _note(round_: Round, void: Void | None) -> str:
    if void is not None:
        return _("void: %(reason)s") % {"reason": VoidReason(void.reason).label}
    if round_.status == Round.Status.CANCELLED:
        return _("cancelled, stakes returned")
    return _("finished by the house") if round_.interrupted else ""
