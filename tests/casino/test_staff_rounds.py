"""The back office's pages about rounds in progress."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from psycopg import Connection

from accounts.roles.values import Role
from casino.models import Freeze, Round
from casino.play.services.betting import place_bet
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database

PAGE = "/staff/rounds/"


def page(role: Role = Role.OPERATOR, query: str = "", language: str = "en") -> Any:
    return inside(staff(role), language).get(PAGE + query)


def cancel_page(round_: Round) -> str:
    return f"{PAGE}{round_.public_id}/cancel/"


@pytest.mark.committed
def test_the_page_names_player_and_state_of_each_round() -> None:
    round_ = scenes.deal(scenes.ordinary)

    text = page().text

    assert round_.player.email in text
    assert "$10.00" in text
    assert "the house plays it at" in text
    Round.objects.update(house_plays_at=None)
    assert "without a time limit" in page().text
    Round.objects.update(house_plays_at=timezone.now(), house_tried_at=timezone.now())
    assert "strategy chart of its rules is missing" in page().text


@pytest.mark.committed
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?table=ligalo", 1),
        ("?table=live", 0),
        ("?player=ANA@", 1),
        ("?player=bea", 0),
        ("?age=hour", 1),
        ("?age=day", 0),
    ],
)
def test_rounds_are_found_by_table_player_and_age(
    query: str, found: int, owner_connection: Connection[object]
) -> None:
    round_, old = scenes.deal(scenes.ordinary), timezone.now() - timedelta(hours=2)
    scenes.table_of("live")
    owner_connection.execute("ALTER TABLE casino_round DISABLE TRIGGER guard")
    owner_connection.execute("UPDATE casino_round SET started_at = %s", [old])
    owner_connection.execute("ALTER TABLE casino_round ENABLE TRIGGER guard")

    assert page(query=query).text.count(f">{round_.player.email}<") == found


@pytest.mark.parametrize(
    ("role", "sees", "cancels"),
    [
        (Role.OPERATOR, 200, 200),
        (Role.COMPLIANCE_MANAGER, 200, 200),
        (Role.COMPLIANCE_ANALYST, 200, 403),
        (Role.AUDITOR, 200, 403),
        (Role.CASHIER, 403, 403),
    ],
)
def test_cancelling_needs_the_right(role: Role, sees: int, cancels: int) -> None:
    round_ = scenes.deal(scenes.ordinary)
    before = scenes.everything(round_.player)
    client = inside(staff(role))

    assert client.get(PAGE).status_code == sees
    assert client.get(cancel_page(round_)).status_code == cancels
    if cancels != 200:
        assert client.post(cancel_page(round_), {"reason": "x"}).status_code == 403
        assert "/cancel/" not in client.get(PAGE).text
    assert scenes.everything(round_.player) == before


def test_one_person_asks_why_and_another_returns_the_stakes() -> None:
    round_ = scenes.deal(scenes.ordinary)
    client, manager = inside(staff(Role.OPERATOR)), inside(staff(Role.COMPLIANCE_MANAGER))
    before = scenes.everything(round_.player)

    unsaid = client.post(cancel_page(round_), {"reason": " "})

    assert unsaid.status_code == 422
    assert "errorlist" in unsaid.text
    assert scenes.everything(round_.player) == before
    done = client.post(cancel_page(round_), {"reason": "the table's cards were wrong"})
    assert (done.status_code, done["Location"]) == (303, cancel_page(round_))
    decide = reverse("rounds:decide", args=[Freeze.objects.get().pk])
    assert decide not in client.get(cancel_page(round_)).text
    assert client.post(decide, {"verdict": "approve", "reason": "mine"}).status_code == 403
    assert "froze it; another person decides" in client.get(f"{PAGE}?frozen=on").text
    assert "Frozen rounds" in client.get("/staff/").text
    assert decide in manager.get(cancel_page(round_)).text
    unsaid = manager.post(decide, {"verdict": "approve", "reason": ""})
    assert unsaid.status_code == 422
    assert balance(round_.player_id) != Money.parse("1000", "USD")

    done = manager.post(decide, {"verdict": "approve", "reason": "seen in the log"})

    assert (done.status_code, done["Location"]) == (303, PAGE)
    assert balance(round_.player_id) == Money.parse("1000", "USD")
    assert "No such round" in client.get(PAGE).text
    assert "1 cancelled, 0 went on" in " ".join(client.get("/staff/").text.split())
    late = manager.post(decide, {"verdict": "refuse", "reason": "late"})
    assert late.status_code == 409


def test_a_round_that_has_ended_is_not_cancelled() -> None:
    round_ = scenes.deal(scenes.ordinary)
    client = inside(staff(Role.OPERATOR))
    assert client.get(cancel_page(round_)).status_code == 200
    scenes.play_out(round_)
    before = scenes.everything(round_.player)

    answer = client.post(cancel_page(round_), {"reason": "late"})

    assert answer.status_code == 409
    assert answer.text.count("nothing left to cancel") == 1
    assert scenes.everything(round_.player) == before


@pytest.mark.committed
def test_staff_see_no_cards_of_a_running_round() -> None:
    scenes.deal(scenes.ordinary)

    assert "data-card" not in page().text
    assert "card--" not in page().text


def test_the_query_count_does_not_grow_with_rounds() -> None:
    table, counts = scenes.ligalo(), []
    client = inside(staff(Role.OPERATOR))
    for number in range(3):
        player = scenes.new_player(f"p{number}@example.test")
        seed = scenes.seed_for(scenes.ordinary)[:-1] + str(number)
        place_bet(player, table, scenes.bet_request(scenes.sit(player, table, seed)))
        client.get(PAGE)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(PAGE).status_code == 200
        counts.append(len(captured))

    assert Round.objects.filter(status=Round.Status.IN_PROGRESS).count() > 1
    assert len(set(counts)) == 1


def test_the_list_begins_with_the_oldest_round_and_goes_on_to_newer_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("casino.incidents.views.rounds.PER_PAGE", 2)
    table = scenes.ligalo()
    names = [f"p{number}@example.test" for number in range(3)]
    for number, name in enumerate(names):
        player = scenes.new_player(name)
        seed = scenes.seed_for(scenes.ordinary)[:-1] + str(number)
        place_bet(player, table, scenes.bet_request(scenes.sit(player, table, seed)))

    def shown(answer: Any) -> list[str]:
        return [one.player_email for one in answer.context["rounds"]]

    first = page()
    assert shown(first) == names[:2]
    assert re.search(r">\s*Newer\s*<", first.text)
    second = page(query=f"?{first.context['slice'].older}")
    assert shown(second) == names[2:]
    assert re.search(r">\s*Oldest\s*<", second.text)
    assert shown(page(query=f"?{second.context['slice'].newer}")) == names[:2]
