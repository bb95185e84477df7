"""Players as the operator's systems read them."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models.users import User
from accounts.users.selectors.search import all_players
from compliance.players.selectors import profile
from compliance.players.selectors.listing import load_with_balances
from compliance.players.selectors.profile import LifetimeTotals, RestrictionStatus
from loyalty.values.points import HUNDREDTHS
from wallet.cash.selectors.player_holdings import CurrencyHolding, load_holdings
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player with the positive balances of real money."""

    player: User
    balances: Sequence[Money]


@dataclass(frozen=True, slots=True)
class PlayerDetail(PlayerRecord):
    """A player with everything that staff see of the account itself."""

    holdings: Sequence[CurrencyHolding]
    owed: Sequence[Money]
    restrictions: Sequence[RestrictionStatus]
    points: str
    tier: str
    lifetime: LifetimeTotals


def build_player_records(players: Sequence[User]) -> list[PlayerRecord]:
    """Return the records of these players. One query."""
    return [PlayerRecord(*row) for row in load_with_balances(players)]


def find_player_detail(number: int) -> PlayerDetail | None:
    """Return one player; None if there is none. A fixed number of queries."""
    player = all_players().filter(pk=number).first()
    if player is None:
        return None
    standing = profile.points_and_tier(player)
    return PlayerDetail(
        player,
        load_with_balances([player])[0][1],
        load_holdings(player.pk),
        profile.amounts_owed(player),
        profile.load_restrictions(player),
        f"{standing.balance // HUNDREDTHS}.{standing.balance % HUNDREDTHS:02}",
        standing.tier,
        profile.load_lifetime(player),
    )
