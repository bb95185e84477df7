"""State of a player at a table, returned by services and shown by pages."""

from dataclasses import dataclass, field

from accounts.models.users import User
from blackjack.deal import Deal
from casino.fairness.selectors.dealing import replay_deal
from casino.models import Participant, Place, Round, Shoe
from casino.play.selectors.player_money import PlayerMoney, load_player_money, load_record_and_money
from casino.selectors.places import last_round


@dataclass(frozen=True, slots=True)
class Position:
    """A participant, the newest round, the states of a running round, and the player's money.

    `shoes`: the current and the next shoe, if known. `fresh`: this request bet or decided, so the result is new
    and no hint was requested.
    """

    participant: Participant
    round: Round | None
    states: list[Deal]
    player_money: PlayerMoney
    shoes: list[Shoe] = field(default_factory=list)
    fresh: bool = False

    @property
    def place(self) -> Place:
        return self.participant.place

    @property
    def player(self) -> User:
        return self.participant.player


def load_position(participant: Participant, shoes: list[Shoe]) -> Position:
    """Load the stored position. Two queries. Raises `casino.refusals.Alarm` if a running round was altered."""
    round_ = last_round(participant)
    if round_ is None or round_.status != Round.Status.IN_PROGRESS:
        return Position(participant, round_, [], load_player_money(participant.player), shoes)
    record, player_money = load_record_and_money(round_)
    return Position(participant, round_, replay_deal(round_, record), player_money, shoes)
