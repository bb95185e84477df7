"""Private state of one player at a live table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from accounts.models.users import User
from casino.fairness.services.shoes import new_client_seed
from casino.live.selectors.table_state import TableState
from casino.live.values.phases import TAKES_BETS
from casino.models import (
    Answer,
    Clock,
    EarlyDecision,
    Participant,
    Place,
    Round,
    Shoe,
    Wager,
    WaitingPlayer,
)
from casino.play.selectors.player_money import PlayerMoney, load_player_money
from casino.selectors.places import last_round, pick_present_shoe
from internals.compiled_queries import ModelQuery
from journal.refusals import NotFound

_PARTICIPANT: Final = ModelQuery[Participant](
    lambda place, player: Participant.objects.filter(place=place, player=player), int, int
)
_MADE: Final = ModelQuery[Wager](
    lambda participant, shoe, nonce: Wager.objects.filter(
        participant=participant, shoe=shoe, nonce=nonce
    ),
    int,
    int,
    int,
)
_ANSWERS: Final = ModelQuery[Answer](lambda pk: Answer.objects.filter(round=pk), int)
_EARLY: Final = ModelQuery[EarlyDecision](lambda pk: EarlyDecision.objects.filter(round=pk), int)


@dataclass(frozen=True, slots=True)
class OwnState:
    """A player at a live table: money, seats, bet, round, answers and early decisions.

    `round` is the player's round in the deal that is shown, `last` the one in the place's newest deal.
    `early` and `dropped` are early decisions by box: to be played, and no longer possible at their turn.
    `attempt` numbers the next bet form for this deal. `participant` is unsaved for a player who only watches.
    """

    player: User
    participant: Participant
    money: PlayerMoney
    seats: list[int]
    waiting: WaitingPlayer | None
    shoe: Shoe | None
    attempt: int
    wager: Wager | None
    round: Round | None
    last: Round | None
    answered: frozenset[int]
    early: Mapping[int, str]
    dropped: Mapping[int, str]


def load_own_state(player: User, state: TableState) -> OwnState:
    """Load the player's part of a table state. Up to four queries."""
    known = state.participant_of(player.pk) or _PARTICIPANT.first(state.place.pk, player.pk)
    participant = known or Participant(place=state.place, client_seed=new_client_seed())
    participant.player, participant.place = player, state.place
    takes_bets = state.phase in TAKES_BETS
    shoe = pick_present_shoe(state.shoes) if takes_bets else None
    round_ = _own_round(participant, state)
    early = _early(round_, state)
    return OwnState(
        player=player,
        participant=participant,
        money=load_player_money(player),
        seats=[seat.box for seat in state.seats if seat.participant.player_id == player.pk],
        waiting=next((one for one in state.waiting if one.player_id == player.pk), None),
        shoe=shoe,
        attempt=_attempt(known, shoe),
        wager=next((one for one in state.wagers if one.participant.player_id == player.pk), None),
        round=round_,
        last=_last_round(known, round_, state) if takes_bets else None,
        answered=_answered(round_, state),
        early={one.box: one.action for one in early if not one.dropped},
        dropped={one.box: one.action for one in early if one.dropped},
    )


def check_round_at(player: User, place: Place, round_id: UUID) -> None:
    """Raise `NotFound` if this is no round of the player at this table."""
    if not Round.objects.filter(public_id=round_id, player=player, place=place).exists():
        raise NotFound


def _own_round(participant: Participant, state: TableState) -> Round | None:
    """The player's round in the deal that is shown, with the player's complete row."""
    for round_ in state.live.running.rounds if state.live is not None else ():
        if round_.player_id == participant.player_id:
            round_.participant, round_.player = participant, participant.player
            return round_
    return None


def _last_round(
    participant: Participant | None, shown: Round | None, state: TableState
) -> Round | None:
    """The player's round in the newest deal, if any. One query, none while that deal is shown."""
    if state.live is not None:
        return shown
    if participant is None or state.newest is None:
        return None
    found = last_round(participant)
    return found if found is not None and found.deal_id == state.newest.pk else None


def _attempt(participant: Participant | None, shoe: Shoe | None) -> int:
    if participant is None or shoe is None:
        return 1
    return len(_MADE.all(participant.pk, shoe.pk, shoe.rounds_dealt + 1)) + 1


def _early(round_: Round | None, state: TableState) -> list[EarlyDecision]:
    """The early decisions of a round in its turns. One query; none in other phases."""
    if round_ is None or state.phase != Clock.Phase.TURNS:
        return []
    return _EARLY.all(round_.pk)


def _answered(round_: Round | None, state: TableState) -> frozenset[int]:
    """Boxes with an answer before the peek. One query; none in other phases."""
    if round_ is None or state.phase != Clock.Phase.ANSWERS:
        return frozenset()
    return frozenset(answer.box for answer in _ANSWERS.all(round_.pk))
