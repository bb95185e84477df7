"""Situation of each decision: hand, cards, dealer's upcard."""

from collections.abc import Sequence
from dataclasses import dataclass

from blackjack.deal import Deal
from casino.fairness.selectors.replays import DealPlay, make_stored_draw, replay_round
from casino.models import Bet, Round
from casino.refusals import ReplayDiffers


@dataclass(frozen=True, slots=True)
class Situation:
    """The hand, numbered from 1 in its box, and the visible cards."""

    box: int
    hand: int
    cards: list[str]
    total: int
    upcard: str


def build_situations(states: Sequence[Deal]) -> list[Situation]:
    """Return the situations of these states; states without a turn are skipped."""
    return [_situation(state) for state in states if state.turn is not None]


def stored_states(
    round_: Round,
    bets: Sequence[Bet],
    actions: Sequence[str],
    live_play: DealPlay | None = None,
) -> list[Deal]:
    """Replay a completed round from its stored cards. Returns no states if that fails.

    A cancelled round has no stored cards. `live_play` is as in `replay_round`.
    """
    if round_.status != Round.Status.COMPLETED:
        return []
    try:
        return replay_round(round_, bets, actions, make_stored_draw(round_), live_play)
    except ReplayDiffers:
        return []


def _situation(state: Deal) -> Situation:
    box, place = state.in_turn
    hand = box.hands[place]
    cards = [str(card) for card in hand.cards]
    return Situation(box.number, place + 1, cards, hand.total.value, str(state.dealer[0]))
