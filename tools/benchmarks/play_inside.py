"""The parts of `tools.benchmarks.play` that need Django: people, bulk rounds, recorded queries."""

import argparse
import json
import os
from datetime import timedelta
from uuid import uuid4

import django

SIZES = ("small", "large")
PASSWORD = "a long password of nobody"  # noqa: S105 - players on a disposable server
FUNDS = "1000000"
OF_A_MEMBER = 100  # minimum rounds per member: with few rounds, only some members play
REGULAR = 2000  # maximum rounds of each client in the larger size
SPAN = timedelta(days=20)
"""Period over which the rounds of each size are spread, the last of them ending now."""


def main() -> None:
    """Run one command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["people", "rounds", "queries"])
    parser.add_argument("--table", required=True)
    parser.add_argument("--clients", type=int, default=0)
    parser.add_argument("--size", choices=SIZES, default=SIZES[0])
    parser.add_argument(
        "--rounds", type=int, default=0, help="of `rounds`: in all; of `queries`: to be played"
    )
    given = parser.parse_args()
    django.setup()
    {"people": create_people, "rounds": write_rounds, "queries": print_queries}[given.what](given)


def create_people(given: argparse.Namespace) -> None:
    """Create the table, funded players and the bare view's rows; print the currency and the logins by size."""
    from tables.selectors.house_tables import HOUSE_TABLES  # noqa: PLC0415 - likewise
    from tools.benchmarks.bare import tables  # noqa: PLC0415 - after django.setup()
    from tools.faults.house import create_table  # noqa: PLC0415 - likewise

    currency = create_table(HOUSE_TABLES[given.table]).currencies[0]
    made = {size: [_player(size, n, currency) for n in range(given.clients)] for size in SIZES}
    tables.make()
    tables.open_counters([number for group in made.values() for number, _ in group])
    logins = {size: [login for _, login in group] for size, group in made.items()}
    print(json.dumps({"currency": currency, "logins": logins}))


def _player(size: str, number: int, currency: str) -> tuple[int, str]:
    from accounts.sign_up.services.demo import register_demo_player  # noqa: PLC0415 - after django.setup()
    from wallet.ledger.services.movements import (  # noqa: PLC0415 - likewise
        credit_deposit,
        grant_play_money,
    )
    from wallet.money.values import PLAY_MONEY, Money  # noqa: PLC0415 - likewise

    player = register_demo_player(f"{size}{number}@bench.test", PASSWORD, "Bench")
    funds = Money.parse(FUNDS, currency)
    if currency == PLAY_MONEY:
        grant_play_money(player.pk, funds, key=uuid4(), reason="bench")
    else:
        credit_deposit(player.pk, funds, key=uuid4(), provider="demo")
    return player.pk, player.email


def write_rounds(given: argparse.Namespace) -> None:
    """Write rounds up to about `rounds`, some of them by this size's clients; print progress, then the count."""
    from django.utils import timezone  # noqa: PLC0415 - after django.setup()

    from accounts.models.users import User  # noqa: PLC0415 - likewise
    from casino.models import Round  # noqa: PLC0415 - likewise
    from tables.selectors.tables import table_by_slug  # noqa: PLC0415 - likewise
    from tools.benchmarks.bare.tables import fill  # noqa: PLC0415 - likewise
    from tools.history.round_rows import Group, fill as play  # noqa: PLC0415 - likewise

    def numbers(emails: str) -> list[int]:
        found = User.objects.filter(email__regex=emails).order_by("pk")
        return list(found.values_list("pk", flat=True))

    until = timezone.now() - (SPAN if given.size == SIZES[0] else timedelta())
    own, members = (
        numbers(f"^{given.size}[0-9]+@bench.test$"),
        numbers("^bench[0-9]+@example.test$"),
    )
    missing = given.rounds - Round.objects.count()
    members = members[: max(1, missing // OF_A_MEMBER)]
    each = min(REGULAR, missing / (20 * len(own)))
    groups = [
        Group(members, (missing - each * len(own)) / len(members), until - SPAN, until),
        Group(own, each, until - SPAN, until),
    ]
    url = os.environ["DATABASE_URL"]
    fill(missing)
    print(play(url, table_by_slug(given.table), groups, lambda part: print(part, flush=True)))


def print_queries(given: argparse.Namespace) -> None:
    """Play as the last client of the size; print the result of `play_queries.measure_queries`."""
    from accounts.models.users import User  # noqa: PLC0415 - after django.setup()
    from tools.benchmarks import play_queries  # noqa: PLC0415 - likewise

    player = User.objects.get(email=f"{given.size}{given.clients - 1}@bench.test")
    print(json.dumps(play_queries.measure_queries(player, given.table, given.rounds)))


if __name__ == "__main__":
    main()
