"""Report 6: players with stakes, wins, time played, limits and restrictions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from accounts.models.restrictions import Restriction
from accounts.restrictions.selectors.active_restrictions import find_active_by_player
from limits.models import LimitSet
from limits.selectors.in_force import load_limits_by_player
from limits.selectors.sets import load_limit_sets
from limits.values import WindowLimit
from reports.selectors.fact_tables import PLAYERS
from reports.selectors.period_query import query_period
from reports.values.filters import Filters
from reports.values.period import Period
from wallet.money.values import BASE_CURRENCY, Money

MOST: Final = 200
_BATCH: Final = 1000

_SUMMED: Final = ("rounds", "hands", "staked_usd", "returned_usd", "seconds")
_SUMS: Final = ", ".join(f"sum({name})::bigint AS {name}" for name in _SUMMED)
_OF_ALL: Final = ", ".join(f"coalesce(sum({name}), 0)::bigint AS all_{name}" for name in _SUMMED)
# The period's facts are read once, for the total and for each player.
_QUESTION: Final = f"""
    , each AS MATERIALIZED (
        SELECT player_id, currency, {_SUMS},
               sum(staked)::bigint AS staked, sum(returned)::bigint AS returned
        FROM fact WHERE player_id > %(after)s GROUP BY player_id, currency HAVING sum(rounds) > 0
    ), most AS (
        SELECT player_id, {_SUMS}, array_agg(currency ORDER BY currency) AS currencies,
               array_agg(staked ORDER BY currency) AS staked,
               array_agg(returned ORDER BY currency) AS returned
        FROM each GROUP BY player_id ORDER BY {{order}} LIMIT %(most)s
    )
    SELECT most.*, total.*,
           person.email, person.full_name, person.country, person.state, person.verified_at
    FROM (SELECT count(DISTINCT player_id) AS players, {_OF_ALL} FROM each) AS total
         LEFT JOIN (most JOIN accounts_user AS person ON person.id = player_id) ON true
    ORDER BY {{order}}
"""  # noqa: S608 - columns named above
_BY_STAKES: Final = _QUESTION.format(order="staked_usd DESC, player_id")
_BY_NUMBER: Final = _QUESTION.format(order="player_id")


@dataclass(frozen=True, slots=True)
class PlayerSums:
    rounds: int
    hands: int
    staked: Money
    returned: Money
    seconds: int

    @property
    def won(self) -> Money:
        """Payouts less stakes."""
        return self.returned - self.staked

    @property
    def length(self) -> timedelta:
        """Time played."""
        return timedelta(seconds=self.seconds)

    @property
    def rtp(self) -> float | None:
        """Payouts per stake."""
        return self.returned.units / self.staked.units if self.staked else None


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One player: sums of the period, and the account with its restrictions and limits as of now.

    `staked` and `won` are in the rounds' currencies.
    """

    player_id: int
    email: str
    name: str
    country: str
    state: str
    is_verified: bool
    staked: tuple[Money, ...]
    won: tuple[Money, ...]
    sums: PlayerSums
    restrictions: tuple[Restriction, ...]
    limits: LimitSet | None
    player_limits: tuple[WindowLimit, ...]


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """Report 6. `players` is the number of players; `lines` are the top ones by stakes."""

    players: int
    total: PlayerSums
    lines: tuple[PlayerLine, ...]


def load_figures(period: Period, chosen: Filters, most: int = MOST) -> PlayerFigures:
    """Return the top players of the period by stakes. Five queries. Table and version filters are ignored."""
    found = query_period(PLAYERS, period, chosen, _BY_STAKES, {"after": 0, "most": most})
    total = {name: found[0][f"all_{name}"] for name in _SUMMED}
    return PlayerFigures(found[0]["players"], _sums(total), _lines(found))


def iterate_players(period: Period, chosen: Filters) -> Iterator[PlayerLine]:
    """Yield every player by number, in batches without duplicates."""
    after, more = 0, True
    while more:
        given = {"after": after, "most": _BATCH}
        found = _lines(query_period(PLAYERS, period, chosen, _BY_NUMBER, given))
        yield from found
        more = len(found) == _BATCH
        after = found[-1].player_id if found else after


def _lines(found: Sequence[Mapping[str, Any]]) -> tuple[PlayerLine, ...]:
    """Return these players with limits and restrictions. Three queries.

    Without any player the query returns one row, the total, with a null player.
    """
    found = [one for one in found if one["player_id"] is not None]
    people = [one["player_id"] for one in found]
    restrictions, limits = find_active_by_player(people), load_limit_sets(people)
    of_players = load_limits_by_player(people)
    return tuple(
        PlayerLine(
            player_id=one["player_id"],
            email=one["email"],
            name=one["full_name"],
            country=one["country"],
            state=one["state"],
            is_verified=one["verified_at"] is not None,
            staked=tuple(map(Money, one["staked"], one["currencies"])),
            won=tuple(
                Money(returned - staked, currency)
                for returned, staked, currency in zip(
                    one["returned"], one["staked"], one["currencies"], strict=True
                )
            ),
            sums=_sums(one),
            restrictions=tuple(restrictions.get(one["player_id"], ())),
            limits=limits.get(one["player_id"]),
            player_limits=tuple(of_players.get(one["player_id"], ())),
        )
        for one in found
    )


def _sums(one: Mapping[str, Any]) -> PlayerSums:
    return PlayerSums(
        one["rounds"],
        one["hands"],
        Money(one["staked_usd"], BASE_CURRENCY),
        Money(one["returned_usd"], BASE_CURRENCY),
        one["seconds"],
    )
