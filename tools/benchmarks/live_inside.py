"""The parts of `tools.benchmarks.live` that need Django: tables and people, tickets, counting statements."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import astuple
from typing import TYPE_CHECKING
from uuid import uuid4

import django

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from accounts.models.users import User

NAME = "bench-{}"
FUNDS = "100000"
SESSION = "__Host-session"


def main() -> None:
    """Run one command and print its result."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["house", "tickets", "statements", "reconcile"])
    parser.add_argument("--tables", type=int, default=1)
    parser.add_argument("--seats", type=int, default=7)
    parser.add_argument("--deals", type=int, default=8)
    given = parser.parse_args()
    django.setup()
    what = {
        "house": create_house,
        "tickets": print_tickets,
        "statements": print_statements,
        "reconcile": print_broken_lines,
    }
    what[given.what](given)


def create_house(given: argparse.Namespace) -> None:
    """Create the tables; print each one's slug and the cookies of funded players for its seats."""
    from tables.selectors.house_tables import LIVE  # noqa: PLC0415 - after django.setup()
    from tools.faults.house import create_table  # noqa: PLC0415 - likewise

    made = []
    _fund_members()
    people = _sessions(given.tables * given.seats)
    for number in range(given.tables):
        slug = NAME.format(number)
        table = create_table(LIVE.as_live(slug, slug))
        made.append({"slug": table.slug, "cookies": [next(people) for _ in range(given.seats)]})
    print(json.dumps(made))


def _fund_members() -> None:
    """Confirm every member's e-mail address and deposit money."""
    from allauth.account.models import EmailAddress  # noqa: PLC0415 - after django.setup()

    from wallet.ledger.services.movements import credit_deposit  # noqa: PLC0415 - likewise
    from wallet.money.values import BASE_CURRENCY, Money  # noqa: PLC0415 - likewise

    funds = Money.parse(FUNDS, BASE_CURRENCY)
    for member in _members():
        EmailAddress.objects.create(user=member, email=member.email, verified=True, primary=True)
        credit_deposit(member.pk, funds, key=uuid4(), provider="demo")


def _members() -> "QuerySet[User]":
    from accounts.models.users import User  # noqa: PLC0415 - after django.setup()

    return User.objects.filter(email__startswith="bench", is_staff=False).order_by("pk")


def _sessions(count: int) -> Iterator[dict[str, str]]:
    """Sign in this many members; yield their session cookies as production names them."""
    from django.conf import settings  # noqa: PLC0415 - after django.setup()
    from django.test import Client  # noqa: PLC0415 - likewise

    for member in _members()[:count]:
        client = Client()
        client.force_login(member)
        yield {SESSION: client.cookies[settings.SESSION_COOKIE_NAME].value}


def print_tickets(given: argparse.Namespace) -> None:
    """Print a stream ticket for each of the first tables in each language: place, path, ticket."""
    from django.conf import settings  # noqa: PLC0415 - after django.setup()

    from casino.live.services.tables import open_live_place  # noqa: PLC0415 - likewise
    from push.tickets import Ticket  # noqa: PLC0415 - likewise
    from tables.selectors.tables import table_by_slug  # noqa: PLC0415 - likewise

    slugs = [NAME.format(number) for number in range(given.tables)]
    places = [open_live_place(table_by_slug(slug)).pk for slug in slugs]
    languages = [code for code, _name in settings.LANGUAGES]
    signed = [
        (place, settings.STREAMS_PATH, Ticket(place, language).sign())
        for language in languages
        for place in places
    ]
    print(json.dumps(signed))


def print_statements(given: argparse.Namespace) -> None:
    """Play deals at the last table and count every statement; print the decisions."""
    from tools.benchmarks.live_queries import count_statements  # noqa: PLC0415 - after django.setup()

    slug = NAME.format(given.tables - 1)
    counted = count_statements(slug, list(_sessions(given.seats)), given.deals)
    print(json.dumps([astuple(one) for one in counted]))


def print_broken_lines(_given: argparse.Namespace) -> None:
    """Print every broken line of the ledger."""
    from casino.reconciliation.selectors.lines import find_broken_house_lines  # noqa: PLC0415 - after django.setup()

    print(json.dumps([str(line) for line in find_broken_house_lines()]))


if __name__ == "__main__":
    main()
