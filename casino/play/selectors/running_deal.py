"""A deal in progress, with the rounds and money of its players."""

from dataclasses import dataclass
from typing import Self

from casino import models
from casino.models import Participant, Round
from casino.play.selectors.player_money import PlayerMoney, load_player_money


class PlayerShare:
    """One player's part of a deal: the round, and the player's money, loaded on first access."""

    def __init__(self, round_: Round, player_money: PlayerMoney | None = None) -> None:
        self.round, self._player_money = round_, player_money

    @property
    def player_money(self) -> PlayerMoney:
        """The player's money. One query on first access."""
        if self._player_money is None:
            self._player_money = load_player_money(self.round.player)
        return self._player_money


@dataclass(frozen=True, slots=True)
class RunningDeal:
    """A deal and its players' shares, by ascending player: the order in which their money moves."""

    dealt: models.Deal
    shares: list[PlayerShare]

    @classmethod
    def for_one_player(cls, round_: Round, player_money: PlayerMoney) -> Self:
        """Return the deal of a private place, with its one player."""
        return cls(round_.deal, [PlayerShare(round_, player_money)])

    def find_share(self, box: int, bettor: int) -> PlayerShare:
        """Return the share of a bettor on a box. Raises `LookupError`."""
        for share in self.shares:
            if share.round.bettor_by_box.get(box) == bettor:
                return share
        raise LookupError(f"box {box} has no bettor {bettor}")

    @property
    def rounds(self) -> list[Round]:
        return [share.round for share in self.shares]

    @property
    def participants(self) -> list[Participant]:
        return [share.round.participant for share in self.shares]
