"""Play in the currency that `one_more_currency` adds; imported once Django knows it."""

from dataclasses import replace
from math import inf
from typing import Any

from django.core.checks import Tags, run_checks

from casino.play.services.betting import place_bet
from journal.selectors import gaming_days
from reports.figures import liabilities, overview
from reports.values.filters import Filters
from tables.models import Table
from tests.casino import scenes
from tests.fixtures.days import UTC_DAYS
from tests.reports.days import week
from tests.wallet.cash import intent
from tests.wallet.one_more_currency import CODE
from tests.wallet.rates import approved
from wallet.exchange import services
from wallet.ledger.selectors.funds import balances
from wallet.ledger.selectors.reconciliation import find_broken_lines
from wallet.money.values import Money


def play() -> dict[str, Any]:
    """Exchange, begin a deposit, bet, reconcile and report in the new currency; return the results."""
    gaming_days.cache_rules(UTC_DAYS, seconds=inf)  # as in every test
    approved(CODE, "0.2")
    player, table = scenes.new_player(), scenes.ligalo()
    Table.objects.filter(pk=table.pk).update(currencies=["USD", CODE])
    offer = services.offer_exchange(player.pk, Money.parse("100", "USD"), CODE)
    services.confirm_exchange(player.pk, offer.sealed)
    intent("50.00", CODE)
    table = scenes.ligalo()
    sent = replace(scenes.bet_request(scenes.sit(player, table), "60"), currency=CODE)
    round_ = scenes.play_out(place_bet(player, table, sent))
    chosen = Filters(currency=CODE, test=True)  # the player is of the demonstration
    found, owed = (
        overview.load_figures(week(), chosen).total,
        liabilities.load_figures(week(), chosen).lines,
    )
    return {
        "received": str(offer.received),
        "expected": str(offer.received + round_.money((round_.returned or 0) - round_.staked)),
        "balances": {money.currency: str(money) for money in balances(player.pk)},
        "rounds": found.rounds,
        "staked_usd": str(found.staked_money),
        "worth": str(Money(round_.staked_usd or 0, "USD")),
        "owed": [line.currency for line in owed],
        "broken": [line.line for line in find_broken_lines()],
        "errors": [str(one) for one in run_checks(tags=[Tags.database], databases=["owner"])],
    }
