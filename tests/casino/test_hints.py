"""Hints from the strategy chart during play: given where the table allows, kept with the round, no other effect."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from playwright.sync_api import Page, expect

from accounts.models.users import User
from accounts.restrictions.services.states import change_state
from blackjack.deal import Deal
from blackjack.strategy import ROWS, UPCARDS, Chart, advise
from casino.models import Hint, Round
from casino.play.services.betting import place_bet
from tables.models import Mathematics, Table
from tests.casino import scenes
from tests.casino.gone import charted
from tests.fixtures.coming_in import come_in
from tests.fixtures.site import Site
from tests.tables.house import with_mathematics

pytestmark = pytest.mark.database
HTMX = {"HX-Request": "true", "Accept-Language": "en"}
TABLE = "/table/ligalo/"
DOUBLES = Chart(tuple(tuple("Ds" for _ in UPCARDS) for _ in ROWS))


def dealt(*, hints: bool = True, chart: Chart | None = DOUBLES) -> Round:
    """Return a round that waits for its first decision, with this chart."""
    table = scenes.ligalo()
    Table.objects.filter(pk=table.pk).update(hints=hints)
    if chart is not None:
        row = with_mathematics(table.version.rules)
        Mathematics.objects.filter(pk=row.pk).update(chart=chart.to_dict())
    return scenes.deal(low)


def low(deal: Deal) -> bool:
    """True if no single card busts the hand."""
    return scenes.ordinary(deal) and deal.boxes[0].hands[0].total.value < 10


def poor(code: str, stake: str = "10", funds: str = "15") -> Round:
    """Return a round of a player who, by default, cannot pay a second stake.

    The chart advises `code` for every hand.
    """
    table = scenes.ligalo()
    Table.objects.update(hints=True)
    charted(table.version.rules, code)
    return scenes.deal(low, stake=stake, funds=funds)


@pytest.mark.parametrize(("code", "advice"), [("D", "hit"), ("Ds", "stand")])
def test_hints_advise_nothing_above_the_balance(code: str, advice: str) -> None:
    round_ = poor(code)
    assert ask(round_)[0] == 200
    assert Hint.objects.get().advice == advice
    page = scenes.signed_in(round_.player).get(TABLE, headers={"Accept-Language": "en"}).text
    assert f"The chart says: {advice.title()}." in page
    scenes.play(round_, "stand")
    kept = scenes.signed_in(round_.player).get(f"/rounds/{round_.public_id}/", headers=HTMX).text
    assert f"the chart was asked: {advice.title()}" in kept


def test_hints_advise_nothing_above_the_round_limit() -> None:
    table = scenes.ligalo()
    Table.objects.update(hints=True, max_round_usd=500_000)
    charted(table.version.rules, "Ds")
    ask(scenes.deal(low, stake="50"))
    assert Hint.objects.get().advice == "stand"


def test_an_unsplittable_pair_gets_the_next_best_advice() -> None:
    table = scenes.ligalo()
    Table.objects.update(hints=True)
    charted(table.version.rules, "S", pairs="P")
    ask(scenes.deal(scenes.pair, funds="10"))
    assert Hint.objects.get().advice == "stand"


def test_a_suspended_player_is_advised_no_new_money() -> None:
    round_ = poor("Ds", funds="1000")
    change_state(round_.player, "suspended", "test", None)
    ask(round_)
    assert Hint.objects.get().advice == "stand"


def ask(round_: Round, **changes: object) -> tuple[int, str]:
    client = scenes.signed_in(round_.player)
    form = {"round": str(round_.public_id), "step": 0, **changes}
    answer = client.post(f"{TABLE}hint/", form, headers=HTMX)
    return answer.status_code, answer.text


def test_a_hint_is_shown_and_stored_with_the_round() -> None:
    round_ = dealt()
    status, text = ask(round_)
    assert status == 200
    assert "The chart says: Double." in text
    kept = Hint.objects.get()
    assert (kept.round, kept.step) == (round_, 0)
    assert kept.advice == advise(DOUBLES, scenes.live_deal(round_)).verb == "double"


def test_a_repeated_hint_is_stored_once() -> None:
    round_ = dealt()
    ask(round_)
    assert ask(round_)[0] == 200
    assert Hint.objects.count() == 1


def test_a_hint_changes_nothing_else() -> None:
    round_ = dealt()
    before = scenes.everything(round_.player)
    ask(round_)
    assert scenes.everything(round_.player) == before


def test_a_table_without_hints_gives_none() -> None:
    round_ = dealt(hints=False)
    page = scenes.signed_in(round_.player).get(TABLE, headers={"Accept-Language": "en"}).text
    assert "Ask the chart" not in page
    status, text = ask(round_)
    assert status == 422
    assert "Hints are off at this table." in text
    assert "The chart says" not in text
    assert not Hint.objects.exists()


def test_a_table_without_a_chart_explains_it() -> None:
    round_ = dealt(chart=None)
    status, text = ask(round_)
    assert status == 422
    assert "not ready yet" in text
    assert not Hint.objects.exists()


@pytest.mark.parametrize("changes", [{"step": 1}, {"step": "x"}, {"round": "x"}])
def test_a_stale_page_gets_no_hint(changes: dict[str, object]) -> None:
    status, text = ask(dealt(), **changes)
    assert status == 409
    assert "The chart says" not in text
    assert not Hint.objects.exists()


def test_hints_need_an_own_running_round() -> None:
    round_ = dealt()
    other: User = scenes.new_player("eva@example.test")
    client: Client = scenes.signed_in(other)
    form = {"round": str(round_.public_id), "step": 0}
    assert client.post(f"{TABLE}hint/", form, headers=HTMX).status_code == 404
    assert ask(round_, round=str(uuid4()))[0] == 404
    scenes.play(round_, "stand")
    assert ask(round_)[0] == 409
    assert not Hint.objects.exists()


def test_a_hint_works_without_scripts_and_is_in_the_history() -> None:
    round_ = dealt()
    client = scenes.signed_in(round_.player)
    page = client.get(TABLE, headers={"Accept-Language": "en"}).text
    assert 'data-key="?"' in page
    form = {"round": str(round_.public_id), "step": 0}
    assert client.post(f"{TABLE}hint/", form).status_code == 303
    assert "The chart says: Double." in client.get(TABLE, headers={"Accept-Language": "en"}).text
    scenes.play(round_, "stand")
    told = client.get(f"/rounds/{round_.public_id}/", headers={"Accept-Language": "en"}).text
    assert "(the chart was asked: Double)" in told


def test_the_next_decision_begins_without_a_hint() -> None:
    round_ = dealt()
    ask(round_)
    round_ = scenes.play(round_, "hit")
    page = scenes.signed_in(round_.player).get(TABLE, headers={"Accept-Language": "en"}).text
    assert "The chart says" not in page
    assert "Ask the chart" in page


def test_a_table_without_hints_asks_the_database_nothing_for_them() -> None:
    round_ = dealt(hints=False)
    client = scenes.signed_in(round_.player)
    client.get(TABLE)
    with CaptureQueriesContext(connection) as captured:
        client.get(TABLE)
    assert not [query for query in captured if "casino_hint" in query["sql"]]


def test_a_hint_does_not_change_the_next_round() -> None:
    round_ = dealt()
    ask(round_)
    scenes.play(round_, "stand")
    nxt = place_bet(round_.player, round_.place.table, scenes.bet_request(round_.participant))
    assert nxt.deal.nonce == 2


@pytest.mark.slow
@pytest.mark.committed
def test_a_key_asks_the_chart_and_what_it_says_is_read_aloud(site: Site, page: Page) -> None:
    round_ = dealt()
    come_in(page.context, round_.player)
    page.goto("/table/ligalo/")
    expect(page.locator("#actions-row")).to_be_visible()
    page.wait_for_load_state()
    page.keyboard.press("?")
    expect(page.locator("p.hint")).to_be_visible()
    assert page.locator("#status").inner_text() == page.locator("p.hint").inner_text()
    assert Hint.objects.get().round == round_
