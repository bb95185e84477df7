"""The state of a player's place, returned by services and shown by pages."""

from dataclasses import dataclass, field

from blackjack.deal import Deal
from casino.fairness.selectors.dealing import replay_deal
from casino.models import Place, Round, Shoe
from casino.play.selectors.player_money import PlayerMoney, load_player_money, load_record_and_money
from casino.selectors.places import last_round


@dataclass(frozen=True, slots=True)
class Position:
    """A place, its newest round, the states of a running round, and the player's money.

    `shoes` are the present and the next one, if known. `fresh`: this request reached a decision not asked before.
    """

    place: Place
    round: Round | None
    states: list[Deal]
    player_money: PlayerMoney
    shoes: list[Shoe] = field(default_factory=list)
    fresh: bool = False


def load_position(place: Place, shoes: list[Shoe]) -> Position:
    """The stored position. Two queries. Raises `casino.refusals.Alarm` if a running round was altered."""
    round_ = last_round(place)
    if round_ is None or round_.status != Round.Status.IN_PROGRESS:
        return Position(place, round_, [], load_player_money(place), shoes)
    round_.player = place.player
    record, player_money = load_record_and_money(round_)
    return Position(place, round_, replay_deal(round_, record), player_money, shoes)
