"""The bank's activity list: payments first, play with one line for each round, and pagination of both."""

import re
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.roles.values import Role
from casino.models import Treatment, VoidReason
from pages.line_pages import LineCursor, RequestedPlace
from tests.accounts.staff import staff
from tests.casino import decided, scenes
from tests.fixtures.reading import read_in
from tests.wallet.cash import account, checked, just_now, person
from tests.wallet.ledger import funded, staked, usd
from tests.wallet.test_bank_page import text
from wallet.cash.selectors import activity
from wallet.cash.services import deposits, withdrawals
from wallet.cash.values.activity_lines import ACTIVITY_PAGE, ActivityLine, ActivityView
from wallet.ledger.services import movements

BANK = reverse("wallet:bank")
pytestmark = pytest.mark.database


@pytest.fixture
def page(client: Client) -> Client:
    client.force_login(person())
    read_in(client, "en")
    return client


def settled(ana: int, text: str = "1.00", returned: str = "2.00") -> UUID:
    round_id = staked(ana, text)
    movements.settle_stakes(
        ana, key=uuid4(), round_id=round_id, staked=usd(text), returned=usd(returned)
    )
    return round_id


def lines_of(ana: int, view: ActivityView) -> list[ActivityLine]:
    return activity.load_activity(ana, view, RequestedPlace()).lines


def told(line: ActivityLine) -> tuple[str, str, str]:
    """Return stake, payout and net of a round; "" for what is not decided."""
    found = line.round
    assert found is not None
    return (
        str(found.staked.text),
        found.payout.text if found.payout else "",
        (found.net.text if found.net is not None else ""),
    )


def test_the_bank_opens_with_deposits_and_withdrawals_and_no_bets(page: Client) -> None:
    ana = person()
    checked()
    deposits.begin_deposit(ana, usd("50.00"), key=uuid4(), provider="demo")
    withdrawals.request_withdrawal(
        ana, usd("20.00"), destination=account("B" * 9), key=uuid4(), proof=just_now()
    )
    settled(ana.pk)

    shown = text(page.get(BANK))

    rows = re.findall(r'<tr><th scope="row">(.*?)</tr>', shown)
    assert [re.findall(r">([DW]-\d+)", row)[0][0] for row in rows] == ["W", "D"]
    assert "$20.00" in rows[0]
    assert "$50.00" in rows[1]
    assert shown.index("Your money") < shown.index("Your activity")


def test_play_has_one_line_for_each_round_with_its_table_and_a_link_to_its_page() -> None:
    round_ = scenes.play(scenes.deal(scenes.pair), "split")
    round_ = scenes.play_out(round_)
    client = scenes.signed_in(round_.player)
    read_in(client, "en")

    shown = text(client.get(BANK, {"show": "play"}))

    (row,) = re.findall(r'<tr><th scope="row">(.*?)</tr>', shown)
    assert round_.place.table.name in row
    assert f'href="/rounds/{round_.public_id}/"' in row
    assert re.sub(r"<[^>]+>", "", row).count(round_.number) == 1
    (line,) = lines_of(round_.player_id, ActivityView.PLAY)
    net = round_.money((round_.returned or 0) - round_.staked)
    assert told(line) == (
        round_.money(round_.staked).text,
        round_.money(round_.returned or 0).text,
        net.text,
    )


@pytest.mark.parametrize(
    ("returned", "payout", "net"),
    [("2", "2.00", "1.00"), ("0", "0.00", "-1.00"), ("1", "1.00", "0.00")],
)
def test_a_round_shows_stake_and_payout(returned: str, payout: str, net: str) -> None:
    ana = funded()
    settled(ana, "1.00", returned)
    (line,) = lines_of(ana, ActivityView.PLAY)
    staked_, payout_, net_ = told(line)
    assert (staked_, net_) == ("1.00", net)
    assert (payout_ or "0.00") == payout


def test_a_round_that_runs_has_no_result_yet(page: Client) -> None:
    ana = funded()
    round_id = staked(ana, "2.00")
    movements.hold_stake(ana, usd("3.00"), key=uuid4(), round_id=round_id)

    (line,) = lines_of(ana, ActivityView.PLAY)

    assert line.round is not None
    assert (line.round.staked.text, line.round.payout, line.round.net) == ("5.00", None, None)
    assert "in play" in text(page.get(BANK, {"show": "play"}))


def test_a_refunded_round_has_its_stake_back() -> None:
    ana = funded()
    round_id = staked(ana, "2.00")
    movements.refund_stake(ana, usd("2.00"), key=uuid4(), round_id=round_id)
    (line,) = lines_of(ana, ActivityView.PLAY)
    assert told(line) == ("2.00", "2.00", "0.00")


def test_a_voided_round_is_marked_and_keeps_its_one_line() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    decided.void(
        round_.pk,
        Treatment.STAKES_BACK,
        case=uuid4(),
        acting_user=staff(Role.COMPLIANCE_MANAGER),
        reason=VoidReason.DUPLICATE,
    )
    (line,) = lines_of(round_.player_id, ActivityView.PLAY)
    assert line.round is not None
    assert line.round.is_void
    assert line.round.net is not None
    assert line.round.net.units == 0
    kinds = [one.kind for one in lines_of(round_.player_id, ActivityView.ALL)]
    assert kinds == ["bet", "deposit"]


def test_everything_has_rounds_and_payments_in_the_order_of_time(page: Client) -> None:
    ana = funded(text="10.00")
    settled(ana)
    funded(text="5.00")

    lines = lines_of(ana, ActivityView.ALL)

    assert [line.kind for line in lines] == ["deposit", "bet", "deposit"]
    shown = text(page.get(BANK, {"show": "all"}))
    assert shown.index("+$5.00") < shown.index("+$1.00") < shown.index("+$10.00")


@pytest.mark.parametrize("view", [ActivityView.PLAY, ActivityView.ALL])
def test_pages_lead_forth_and_back_and_show_every_round_once(view: ActivityView) -> None:
    ana = funded(text="1000.00")
    rounds = [settled(ana) for _ in range(2 * ACTIVITY_PAGE + 3)]
    seen, asked = [], RequestedPlace()
    while True:
        page = activity.load_activity(ana, view, asked)
        seen += [line.round.id for line in page.lines if line.round]
        if page.older is None:
            break
        asked = RequestedPlace(before=LineCursor.parse(str(page.older)))
    assert seen == rounds[::-1]
    assert page.newer is not None
    back = activity.load_activity(ana, view, RequestedPlace(after=page.newer))
    assert {line.round.id for line in back.lines if line.round} <= set(seen)
    assert len(back.lines) == ACTIVITY_PAGE


def test_payments_of_both_kinds_lead_forth_and_back(page: Client) -> None:
    ana = person()
    checked()
    for number in range(ACTIVITY_PAGE + 3):
        deposits.begin_deposit(ana, usd("50.00"), key=uuid4(), provider="demo")
        if number % 5 == 0:
            withdrawals.request_withdrawal(
                ana, usd("5.00"), destination=account("B" * 9), key=uuid4(), proof=just_now()
            )
    first = text(page.get(BANK))
    (older,) = re.findall(r'href="(\?[^"]*)" rel="next"', first)
    assert older.endswith("#activity")
    second = text(page.get(BANK + older.partition("#")[0]))
    numbers = re.findall(r">([DW]-\d+)<", first + second)
    assert len(numbers) == len(set(numbers)) == ACTIVITY_PAGE + 6
    (newer,) = re.findall(r'href="(\?[^"]*)" rel="prev"', second)
    back = text(page.get(BANK + newer.partition("#")[0]))
    assert re.findall(r">([DW]-\d+)<", back) == re.findall(r">([DW]-\d+)<", first)


@pytest.mark.parametrize("show", ["", "nothing", "PLAY"])
def test_an_odd_view_is_that_of_payments(page: Client, show: str) -> None:
    assert page.get(BANK, {"show": show}).context["view"] == "payments"


def test_play_of_others_is_hidden(page: Client) -> None:
    settled(funded("ben"))
    for view in ActivityView:
        assert page.get(BANK, {"show": view.value}).context["page"].lines == []


@pytest.mark.parametrize("view", ["play", "all"])
def test_many_rounds_ask_no_more_queries_than_one(page: Client, view: str) -> None:
    ana = funded(text="1000.00")
    settled(ana)
    page.get(BANK)
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            page.get(BANK, {"show": view})
        counts.append(len(asked))
        for _ in range(5):
            settled(ana)
    assert counts[0] == counts[1]
