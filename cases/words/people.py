"""Players of a case in words: state, score by signal, restrictions, limits, unfinished withdrawals."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models.users import User
from cases.selectors.case_page import CasePerson
from casino.protection.words.own_limits import format_limit_name, format_limit_value
from detection.models import AccountLink
from signals.catalogue import SIGNALS
from wallet.cash.models import Withdrawal
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A player of a case; `score` is None while it is not shown."""

    player: User
    score: int | None
    by_signal: Sequence[tuple[str, str, int]]
    restrictions: Sequence[str]
    limits: Sequence[tuple[str, str]]
    withdrawals: Sequence[tuple[Withdrawal, Money]]


def describe_people(people: Sequence[CasePerson], *, shown: bool) -> list[PersonLine]:
    """Return the players as lines; scores only if they are shown."""
    return [
        PersonLine(
            one.player,
            one.flags.score if shown else None,
            _by_signal(one) if shown else (),
            [str(row.get_kind_display()) for row in one.restrictions],
            [
                (
                    format_limit_name(row.kind, row.period),
                    format_limit_value(row.kind, row.amount),
                )
                for row in one.limits
            ],
            [(row, Money(row.units, row.currency_id)) for row in one.withdrawals],
        )
        for one in people
    ]


def name_players(players: Sequence[User], links: Sequence[AccountLink]) -> dict[str, str]:
    """Return the names of a case's players and of those linked to them, by id."""
    linked = [one for link in links for one in (link.one, link.other)]
    return {str(one.pk): one.display_name for one in (*players, *linked)}


def _by_signal(person: CasePerson) -> list[tuple[str, str, int]]:
    signals = {one.signal for one in person.flags.flags if one.signal in SIGNALS}
    found = [(one, str(SIGNALS[one].words), SIGNALS[one].severity) for one in signals]
    return sorted(found, key=lambda line: (-line[2], line[0]))
