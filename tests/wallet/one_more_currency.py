"""A process whose code knows one currency more: its member is added to the source of `accounts.currencies` before Django starts.

`python -m tests.wallet.one_more_currency` plays with it on the database of the test that started it, and prints what came of it.
"""

import json
import os
import sys
from dataclasses import replace
from importlib.util import find_spec
from math import inf
from pathlib import Path
from types import ModuleType
from typing import Any

CODE = "BRL"
MEMBER = f'    {CODE} = "{CODE}", 2, _("Brazilian real")\n'
MODULE = "accounts.currencies"


def add_member() -> None:
    """Import the module of currencies with the line of one more member."""
    spec = find_spec(MODULE)
    assert spec is not None
    assert spec.origin is not None
    before, last, after = Path(spec.origin).read_text().partition('    PLY = "PLY"')
    assert last
    module = ModuleType(MODULE)
    sys.modules[MODULE] = module
    setattr(sys.modules["accounts"], "currencies", module)  # noqa: B010  a package has no such attribute for mypy
    exec(compile(before + MEMBER + last + after, spec.origin, "exec"), module.__dict__)  # noqa: S102  our own source


def play() -> dict[str, Any]:
    """Exchange, ask for a deposit, bet, reconcile and report in the new currency."""
    from django.core.checks import Tags, run_checks  # noqa: PLC0415  # all of this needs the app registry

    from casino.services.betting import place_bet  # noqa: PLC0415
    from journal import gaming_day  # noqa: PLC0415
    from reports.figures import liabilities, overview  # noqa: PLC0415
    from reports.filters import Filters  # noqa: PLC0415
    from tables.models import Table  # noqa: PLC0415
    from tests.casino import scenes  # noqa: PLC0415
    from tests.fixtures.days import UTC_DAYS  # noqa: PLC0415
    from tests.reports.days import week  # noqa: PLC0415
    from tests.wallet.cash import intent  # noqa: PLC0415
    from tests.wallet.rates import approved  # noqa: PLC0415
    from wallet import exchange  # noqa: PLC0415
    from wallet.money import Money  # noqa: PLC0415
    from wallet.reconciliation import broken_lines  # noqa: PLC0415
    from wallet.selectors import balances  # noqa: PLC0415

    gaming_day.keep(UTC_DAYS, seconds=inf)  # as in every test
    approved(CODE, "0.2")
    player, table = scenes.new_player(), scenes.ligalo()
    Table.objects.filter(pk=table.pk).update(currencies=["USD", CODE])
    offer = exchange.offer(player.pk, Money.parse("100", "USD"), CODE)
    exchange.confirm(player.pk, offer.sealed)
    intent("50.00", CODE)
    table = scenes.ligalo()
    sent = replace(scenes.bet_request(scenes.sit(player, table), "60"), currency=CODE)
    round_ = scenes.play_out(place_bet(player, table, sent))
    chosen = Filters(currency=CODE, test=True)  # the player is of the demonstration
    found, owed = overview.figures(week(), chosen).total, liabilities.figures(week(), chosen).lines
    return {
        "received": str(offer.received),
        "won": str(round_.money((round_.returned or 0) - round_.staked)),
        "balances": {money.currency: str(money) for money in balances(player.pk)},
        "rounds": found.rounds,
        "staked_usd": str(found.staked_money),
        "worth": str(Money(round_.staked_usd or 0, "USD")),
        "owed": [line.currency for line in owed],
        "broken": [line.line for line in broken_lines()],
        "errors": [str(one) for one in run_checks(tags=[Tags.database], databases=["owner"])],
    }


if __name__ == "__main__":
    add_member()
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    import django

    django.setup()
    sys.stdout.write(json.dumps(play()))
