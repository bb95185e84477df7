"""People of a history: players and, unless given, two members of staff. None of them can sign in."""

import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.db import connections, transaction
from django.db.backends.utils import CursorWrapper

from accounts.models.users import Consent, State, User, VerificationMethod
from accounts.policies.selectors.versions import versions_in_force
from accounts.sign_up.values import STATEMENTS
from journal.services.recording import ACTING_USER, NOBODY
from tools.history import money_statements, round_rows
from tools.history.cast import CastLine
from tools.history.history_plan import Plan
from wallet.cash.values.bank_details import parse_bank_details
from wallet.cash.values.destination_sealing import destination_digest, seal_destination
from wallet.money.values import BASE_CURRENCY, PLAY_MONEY

OWNER: Final = "owner"
_NAMES: Final = ("Ana", "Luis", "Eva", "Juan", "Rosa", "José", "Carmen", "Pedro")
_FAMILIES: Final = (
    *("Rosario", "Peña", "Marte", "Castillo"),
    *("Abreu", "Medina", "Soto", "Duarte", "Núñez"),
)
_BORN: Final = date(1960, 1, 1)
Walks = dict[str, list[tuple[datetime, Decimal]]]


class People:
    """Creates the people of a history."""

    def __init__(self, plan: Plan, staff: tuple[int, int] | None) -> None:
        self.mark = plan.mark
        self.players_made: list[int] = []
        self.of_line: dict[CastLine, list[int]] = {}
        first, second = staff or self._made([self._staff(plan, n) for n in range(2)])
        self.given: Mapping[str, Any] = {
            "first": first,
            "second": second,
            "everybody": self.players_made,
        }

    def rates(self, walks: Walks) -> list[round_rows.Rate]:
        """Enter and approve the rates; return each currency's value by day."""
        found = []
        with _unwatched("wallet_rate", "wallet_rate_decision") as cursor:
            cursor.execute(money_statements.RATES_NOTED)
            for currency, steps in walks.items():
                for at, rate in steps:
                    given = {"currency": currency, "rate": rate, "at": at, **self.given}
                    cursor.execute(money_statements.RATE, given)
                    (row,) = cursor.fetchone() or (0,)
                    found.append(round_rows.Rate(currency, at.date(), rate, row, at))
        return found

    def players(self, count: int, line: CastLine, since: datetime) -> list[int]:
        """Create players of a line, each with an empty money account and points account; return their ids."""
        first = len(self.players_made)
        players = self._made([self._player(first + n, line, since) for n in range(count)])
        self._record_consents(players)
        self.players_made += players
        self.of_line.setdefault(line, []).extend(players)
        with _unwatched("wallet_account", "loyalty_account") as cursor:
            cursor.execute(
                money_statements.ACCOUNTS, {"players": players, "currency": line.currency}
            )
            cursor.execute(money_statements.POINTS, {"players": players})
        return players

    def _record_consents(self, players: list[int]) -> None:
        """Store what each player accepts at sign-up: the policies in force, and the statements."""
        policies = versions_in_force().values()
        given: list[tuple[str, str, int | None]] = [
            (one.kind, str(one.number), one.pk) for one in policies
        ]
        given += [(one.kind, one.version, None) for one in STATEMENTS.values()]
        Consent.objects.using(OWNER).bulk_create(
            Consent(
                user=user,
                kind=kind,
                version=version,
                policy_id=policy,
                accepted_at=user.created_at,
                language="es",
            )
            for user in User.objects.using(OWNER).filter(pk__in=players)
            for kind, version, policy in given
        )

    def desks(self) -> Iterator[tuple[bytes, str, int]]:
        """Yield every player with the cash desk as destination: sealed, its digest, the player's id."""
        for one in User.objects.using(OWNER).filter(pk__in=self.players_made):
            desk = parse_bank_details(one.full_name, at_desk=True)
            yield seal_destination(one.pk, desk), destination_digest(one.pk, desk), one.pk

    def _player(self, n: int, line: CastLine, since: datetime) -> User:
        play = line.currency == PLAY_MONEY
        return User(
            **self._named(n),
            birth_date=_BORN + timedelta(days=n * 137 % 16000),
            country=line.country_of(n),
            display_currency=BASE_CURRENCY if play else line.currency,
            verified_at=since,
            verification_method=VerificationMethod.DEMO,
            created_at=since - timedelta(days=1) + timedelta(seconds=n),
        )

    def _staff(self, plan: Plan, n: int) -> User:
        named = self._named(-1 - n)
        return User(**named, is_staff=True, created_at=plan.since)

    def _named(self, n: int) -> dict[str, Any]:
        """Return the fields that all people have; the first 72 names differ."""
        name = f"{_NAMES[n % len(_NAMES)]} {_FAMILIES[n % len(_FAMILIES)]}"
        return {
            "email": f"{_plain(name)}.{self.mark}{n}@history.example",
            "full_name": name,
            "state": State.ACTIVE,
            "password": "!",
        }

    def _made(self, people: list[User]) -> list[int]:
        """Create people with the change history attributed to the application."""
        with transaction.atomic(using=OWNER):
            with connections[OWNER].cursor() as cursor:
                cursor.execute("SELECT set_config(%s, %s, true)", [ACTING_USER, str(NOBODY)])
            made = User.objects.using(OWNER).bulk_create(people, batch_size=1000)
            EmailAddress.objects.using(OWNER).bulk_create(
                EmailAddress(user=one, email=one.email, verified=True, primary=True) for one in made
            )
        return [one.pk for one in made]


def _plain(name: str) -> str:
    """Return a name as used in an e-mail address."""
    letters = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    return letters.replace(" ", ".")


@contextmanager
def _unwatched(*tables: str) -> Iterator[CursorWrapper]:
    """Act as the owner, without these tables' triggers, which would set the current time."""
    with transaction.atomic(using=OWNER), connections[OWNER].cursor() as cursor:
        for name in tables:
            cursor.execute(f"ALTER TABLE {name} DISABLE TRIGGER USER")
        yield cursor
        for name in tables:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute(f"ALTER TABLE {name} ENABLE TRIGGER USER")
