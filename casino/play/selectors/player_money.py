"""A player's money, limits and session, in one query."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, OuterRef
from django.db.models.expressions import Combinable

from accounts.models.users import User
from accounts.policies.selectors.acceptance import policies_due
from accounts.protection.selectors.reality_check import session_start
from accounts.restrictions.selectors.eligibility import email_confirmed
from casino.fairness.selectors.dealing import RECORD, DealRecord
from casino.models import Participant, Round
from casino.values.prizes import session_tax_key
from internals.compiled_queries import ValuesQuery
from limits.selectors.in_force import limits_subquery, parse_limits
from limits.selectors.sets import bet_limits_subquery, parse_bet_limits
from limits.values import EffectiveLimit, Limits, select_strictest
from tables.selectors.scheduled import scheduled_versions_subquery
from tables.selectors.switches import house_stopped_subquery
from wallet.ledger.selectors.funds import balances_by_player
from wallet.money.values import Money


@dataclass(slots=True)
class PlayerMoney:
    """A player's balances, limits, email state, and session result at all tables since `since`.

    Results are stored per participant, because a player has few participants and many rounds. Services that
    move money update this value from the ledger's answer. `coming`: rows of the table's upcoming rules; None if
    not requested.
    """

    since: datetime
    balances: dict[str, Money]
    nets: dict[str, int]
    limits: list[EffectiveLimit]  # of house and jurisdiction, on bets and pace
    confirmed: bool
    policies_due: bool
    house_stopped: bool
    held_to: Limits  # the stricter of the player's own limits and the house's
    coming: Sequence[Mapping[str, Any]] | None = None

    @classmethod
    def from_row(cls, row: Mapping[str, Any], since: datetime, country: str) -> "PlayerMoney":
        """Read a row with the columns of `select_player_money`, for a player who lives in `country`."""
        return cls(
            since,
            {one["currency"]: Money(one["units"], one["currency"]) for one in row["balances"]},
            _together(row["nets"]),
            parse_bet_limits(row["limits"], country),
            row["confirmed"],
            row["policies_due"],
            row["house_stopped"],
            select_strictest(parse_limits(row["held_to"])),
            row.get("coming"),
        )

    def balance(self, currency: str) -> Money:
        """Available balance; zero without an account."""
        return self.balances.get(currency, Money.zero(currency))

    def net(self, currency: str) -> Money:
        """Session result: returned less staked of finished rounds. Open stakes are shown separately."""
        return Money(self.nets.get(currency, 0), currency)

    def set_balance(self, balance: Money) -> None:
        """Store the balance that the ledger returned."""
        self.balances[balance.currency] = balance

    def count_finished_round(self, round_: Round) -> None:
        """Count a finished round in the session; the caller writes the participant's `SESSION_FIELDS`."""
        if round_.started_at >= self.since and round_.returned is not None:
            come_to = round_.returned - round_.staked
            self.nets[round_.currency] = self.nets.get(round_.currency, 0) + come_to
            if round_.tax:
                self._count_tax(round_.currency, round_.tax)
        round_.count_in_session(self.since)

    def withheld(self, currency: str) -> int:
        """Tax withheld from the winnings of the session, in units."""
        return self.nets.get(session_tax_key(currency), 0)

    def _count_tax(self, currency: str, units: int) -> None:
        self.nets[session_tax_key(currency)] = self.withheld(currency) + units


SESSION_FIELDS: Final = ("session_nets", "session_since")
"""Fields of a participant that the end of a round changes."""


def _together(participants: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for nets in participants:
        total.update(nets)
    return dict(total)


def find_session_start(player: User) -> datetime:
    """Return the start of the player's session; the account's creation before the first sign-in."""
    return session_start(player) or player.created_at


def load_player_money(player: User) -> PlayerMoney:
    """Load the player's money. One query. Raises `User.DoesNotExist`."""
    since = find_session_start(player)
    row = _OF_PLAYER.first(player.pk, since)
    if row is None:
        raise User.DoesNotExist(player.pk)
    return PlayerMoney.from_row(row, since, player.country)


def load_record_and_money(round_: Round) -> tuple[DealRecord, PlayerMoney]:
    """Load a round's record and its player's money. One query. Raises `Round.DoesNotExist`.

    Refreshes the fields of the loaded player that may bar new money: after waiting for the place's lock they
    may be outdated, for example if a time-out has begun.
    """
    since = find_session_start(round_.player)
    row = _IN_ROUND.first(round_.pk, since)
    if row is None:
        raise Round.DoesNotExist(round_.pk)
    for field in _BARRING:
        setattr(round_.player, field, row[f"player_{field}"])
    return DealRecord.from_row(row), PlayerMoney.from_row(row, since, round_.player.country)


def select_player_money(player: str, email: str, since: datetime) -> Mapping[str, Combinable]:
    """Return columns for a caller's query: the money of the player in column `player`, email address in `email`."""
    participants = Participant.objects.filter(player=OuterRef(player), session_since=since)
    return {
        "balances": balances_by_player(player),
        "nets": ArraySubquery(participants.values("session_nets")),
        "limits": bet_limits_subquery(player),
        "confirmed": email_confirmed(player, email),
        "policies_due": policies_due(player),
        "house_stopped": house_stopped_subquery(),
        "held_to": limits_subquery(player),
    }


_BARRING: Final = ("state", "verified_at", "document_until")
"""Fields of a player that may bar new money at any moment."""

_OF_PLAYER: Final = ValuesQuery(
    lambda player, since: User.objects.filter(pk=player).values(
        **select_player_money("pk", "email", since)
    ),
    int,
    datetime,
)
_IN_ROUND: Final = ValuesQuery(
    lambda round_, since: Round.objects.filter(pk=round_).values(
        **RECORD,
        **select_player_money("player_id", "player__email", since),
        coming=scheduled_versions_subquery("place__table__version__rule_set"),
        **{f"player_{field}": F(f"player__{field}") for field in _BARRING},
    ),
    int,
    datetime,
)
