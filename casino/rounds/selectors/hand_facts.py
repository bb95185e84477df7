"""A round with everything that pages show of it, for players and staff.

For a running round this is what its player sees: its states come from `casino.fairness.selectors.dealing`,
which computes no future card.
"""

from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet

from accounts.models.users import User
from blackjack.deal import Deal
from blackjack.shoe import DealCards
from casino.fairness.selectors.replays import (
    DealPlay,
    make_stored_draw,
    recompute_deal_draws,
    redraw_cards,
    replay_round,
)
from casino.models import Bet, Decision, Hint, Round
from casino.refusals import Alarm, ReplayDiffers
from journal.refusals import NotFound


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A round with its bets and hints, the decisions of its deal, and its states after the deal and after each decision.

    `states` are fewer, or none, if it cannot be replayed; `alarm` then gives the reason. `drawn`: its cards
    from the revealed seed, None before the shoe is closed.
    """

    round: Round
    bets: list[Bet]
    decisions: list[Decision]
    hints: dict[int, str]
    states: list[Deal] = field(default_factory=list)
    alarm: Alarm | None = None
    drawn: DealCards | None = None

    @property
    def running(self) -> bool:
        return self.round.status == Round.Status.IN_PROGRESS

    @property
    def seen(self) -> dict[str, Any]:
        """Last visible state of this player's boxes."""
        if self.running:
            bettors = self.round.bettor_by_box
            return self.states[-1].public_for(bettors) if self.states else {}
        return self.round.result or {}


def load_own_finished_round(player: User, public_id: UUID) -> RoundFacts:
    """Return a finished round of this player, replayed. Raises `NotFound` if it is running, or not theirs."""
    over = Round.objects.filter(player=player).exclude(status=Round.Status.IN_PROGRESS)
    round_ = prefetch_play(over).filter(public_id=public_id).first()
    if round_ is None:
        raise NotFound
    cancelled = round_.status == Round.Status.CANCELLED
    return replay_finished(round_, redraw_round_cards(round_) if cancelled else None)


def can_be_replayed(round_: Round) -> bool:
    """Return whether a round can be shown step by step. A cancelled one needs the revealed seed of its shoe."""
    if round_.status == Round.Status.CANCELLED:
        deal = round_.deal
        return deal.shoe.is_revealed and bool(deal.cards_drawn)
    return round_.status == Round.Status.COMPLETED


def prefetch_play(rounds: QuerySet[Round, Round]) -> QuerySet[Round, Round]:
    """Add to these rounds everything that `replay_finished` reads. Three more queries."""
    return rounds.select_related(
        "place__table", "version__rule_set", "deal__shoe"
    ).prefetch_related(
        Prefetch("bets", Bet.objects.order_by("box")),
        Prefetch("decisions", Decision.objects.order_by("step").select_related("origin")),
        Prefetch("hints", Hint.objects.order_by("step")),
    )


def replay_finished(
    round_: Round, drawn: DealCards | None, live_play: DealPlay | None = None
) -> RoundFacts:
    """Replay a finished round from its stored cards, or a cancelled one from the cards `drawn` by the seed.

    `live_play` is the play of a live deal, if known. A replay that differs sets `alarm` and returns no states.
    """
    known = build_unreplayed_facts(round_)
    actions = [made.action for made in known.decisions]
    try:
        if round_.status == Round.Status.COMPLETED:
            states = replay_round(round_, known.bets, actions, make_stored_draw(round_), live_play)
        elif drawn is not None and round_.deal.cards_drawn:
            states = replay_round(round_, known.bets, actions, drawn.draw, live_play)
        else:
            states = []
    except ReplayDiffers as alarm:
        return replace(known, alarm=alarm, drawn=drawn)
    return replace(known, states=states, drawn=drawn)


def build_unreplayed_facts(round_: Round) -> RoundFacts:
    """Return a round of `prefetch_play` without replaying it."""
    shoe = round_.deal.shoe
    shoe.place, shoe.version = round_.place, round_.version
    hints = {hint.step: hint.advice for hint in round_.hints.all()}
    return RoundFacts(round_, list(round_.bets.all()), _decisions(round_), hints)


def _decisions(round_: Round) -> list[Decision]:
    """Decisions of all players in the deal; a private table has one player."""
    if not round_.place.is_live:
        return list(round_.decisions.all())
    return list(
        Decision.objects.filter(deal=round_.deal_id).order_by("step").select_related("origin")
    )


def redraw_round_cards(round_: Round) -> DealCards | None:
    """Return the round's cards from the revealed seed of its shoe; None before it is closed. One query if closed."""
    if not round_.deal.shoe.is_revealed:
        return None
    return redraw_cards(round_, recompute_deal_draws(round_.deal.shoe, round_.deal.nonce))
