"""The last decision of a taxed round, sent several times at once: settled and taxed once."""

from collections.abc import Callable

import pytest

from blackjack.deal import Deal
from casino.play.services.decisions import DecisionRequest, make_decision
from casino.reconciliation.selectors.lines import find_broken_play_lines
from tests.casino import scenes
from tests.casino.test_at_once import AT_ONCE, together
from tests.casino.test_voiding import usd
from wallet.ledger.models import HouseAccount, Transfer
from wallet.ledger.selectors.funds import balance, house_balance

pytestmark = pytest.mark.committed


def wins(deal: Deal) -> bool:
    return scenes.ordinary(deal) and deal.play("stand").returned(1) == 2000


def test_the_same_last_decision_at_once_is_taxed_once(profile: Callable[..., None]) -> None:
    profile(winnings_tax="withheld", winnings_tax_percent="20", winnings_tax_above=["0.01 USD"])
    round_ = scenes.deal(wins)
    asked = DecisionRequest(round_.public_id, 0, "stand")
    ends = together([lambda: make_decision(round_.player, asked)] * AT_ONCE)
    assert ends == {"ok": AT_ONCE}
    kinds = Transfer.objects.filter(round_id=round_.public_id).order_by("pk")
    assert list(kinds.values_list("kind", flat=True)) == ["bet", "settle", "withhold"]
    round_.refresh_from_db()
    assert round_.tax == 20_000
    assert balance(round_.player_id) == usd("1008")
    assert house_balance(HouseAccount.TAX, "USD") == usd("2")
    assert find_broken_play_lines() == []
