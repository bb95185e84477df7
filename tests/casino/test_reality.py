"""The reality check: while it is due no bet is taken, from any source, until it is answered; a hand in play goes on."""

import re
from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models.users import User
from accounts.protection.refusals import IntervalNotOffered, RealityCheckUnanswered
from accounts.protection.selectors import reality_check
from accounts.protection.services import reality_answers
from accounts.protection.services.exclusion import start_time_out
from casino.models import Round
from casino.play.services.betting import place_bet
from casino.protection.services import reality as answers
from casino.refusals import Conflict, RealityCheckDue
from journal.models import Event
from tests.casino import scenes
from tests.casino.test_at_once import together
from tests.casino.test_table_page import HTMX, TABLE, bet_form, decision, seated
from tests.fixtures.profiles import ProfileChange
from tests.wallet.ledger import usd
from wallet.ledger.selectors.funds import balance, load_money_in_play

pytestmark = pytest.mark.database

ANSWER = TABLE + "reality/"
MARK = re.compile(r'name="check"\s+value="([^"]+)"')
ANSWERS_OFFERED = re.compile(r'name="answer"\s+value="(\w+)"')


def ago(**times: float) -> object:
    return timezone.now() - timedelta(**times)


def playing_since(player: User, **times: float) -> None:
    """Set the start of the session of play to this long ago."""
    User.objects.filter(pk=player.pk).update(session_began=ago(**times), reality_checked_at=None)


def mark_now(player: User) -> str:
    """Return the mark of the reality check that the player's table shows now."""
    return reality_check.reality_check_id(User.objects.get(pk=player.pk))


def words_of(player: User) -> dict[str, str]:
    return {"word": "go_on", "mark": mark_now(player)}


def answered(word: str, player: User) -> dict[str, str]:
    """Return the form of the current reality check, with this answer."""
    return {"answer": word, "check": mark_now(player)}


def events() -> list[dict[str, object]]:
    return list(Event.objects.filter(kind="reality_check_answered").values_list("data", flat=True))


@pytest.mark.parametrize(("minutes", "due"), [(59, False), (60.01, True), (600, True)])
def test_the_check_is_due_after_an_hour_by_default(minutes: float, due: bool) -> None:  # noqa: FBT001  # a case
    player = scenes.new_player()
    playing_since(player, minutes=minutes)
    player.refresh_from_db()
    assert player.session_began is not None
    assert (
        reality_check.is_check_due(player, player.session_began + timedelta(minutes=minutes)) == due
    )


def test_to_the_second(profile: ProfileChange) -> None:
    player, start = scenes.new_player(), timezone.now()
    player.session_began = start
    profile(reality_check_minutes=30)
    assert reality_check.next_check_at(player) == start + timedelta(minutes=30)
    assert not reality_check.is_check_due(player, start + timedelta(minutes=30, microseconds=-1))
    assert reality_check.is_check_due(player, start + timedelta(minutes=30))


def test_a_bet_is_refused_until_it_is_answered() -> None:
    _, participant = seated()
    player, table = participant.player, participant.table
    request = scenes.bet_request(participant)
    playing_since(player, hours=1, seconds=1)
    before = balance(player.pk)
    with pytest.raises(RealityCheckDue):
        place_bet(player, table, request)
    assert (balance(player.pk), load_money_in_play(player.pk)) == (before, [])
    assert not Round.objects.exists()

    assert answers.answer_reality_check(player, table, **words_of(player))
    place_bet(player, table, request)
    assert Round.objects.count() == 1


@pytest.mark.committed
def test_concurrent_bets_cannot_bypass_the_check() -> None:
    _, participant = seated()
    request = scenes.bet_request(participant)
    playing_since(participant.player, hours=2)
    ends = together([partial(place_bet, participant.player, participant.table, request)] * 4)
    assert ends == {"reality_check": 4}


def test_play_money_takes_time_too() -> None:
    player = scenes.new_player()
    playing_since(player, hours=2)
    player.refresh_from_db()
    assert reality_check.is_check_due(player, timezone.now())


@pytest.mark.committed
def test_a_hand_in_play_is_never_interrupted() -> None:
    round_ = scenes.deal(scenes.ordinary)
    client = scenes.signed_in(round_.player)
    playing_since(round_.player, hours=2)
    page = client.get(TABLE).context["page"]
    assert (page.reality, page.reality_in) == (None, None)
    sent = client.post(TABLE + "action/", decision(round_, "double"), headers=HTMX)
    assert sent.status_code == 200
    round_.refresh_from_db()
    assert round_.status == Round.Status.COMPLETED
    assert sent.context["page"].reality is not None


@pytest.mark.committed
def test_the_table_shows_it_instead_of_the_bet() -> None:
    client, participant = seated()
    chosen = User.objects.filter(pk=participant.player_id)
    chosen.update(reality_minutes=120)
    playing_since(participant.player, hours=1, minutes=2, seconds=3)
    began = chosen.get().session_began
    assert began is not None
    scenes.play_out(
        place_bet(participant.player, participant.table, scenes.bet_request(participant))
    )
    chosen.update(reality_minutes=60)
    for headers in ({}, HTMX):
        with time_machine.travel(began + timedelta(hours=1, minutes=2, seconds=3), tick=False):
            page = client.get(TABLE, headers=headers)
        assert 'id="reality"' in page.text
        assert 'name="stake-1"' not in page.text
        shown = page.context["page"].reality
        assert shown.clock == "1:02:03"
        (played,) = shown.played
        assert played.staked == usd("10")
        assert played.net == played.won - played.staked


@pytest.mark.parametrize(
    ("word", "leads"), [("go_on", TABLE), ("break", "/responsible/"), ("leave", "/")]
)
def test_each_answer_leads_on_and_is_kept_with_what_was_shown(word: str, leads: str) -> None:
    client, participant = seated()
    playing_since(participant.player, hours=1, seconds=5)
    form = answered(word, participant.player)
    answer = client.post(ANSWER, form)
    assert (answer.status_code, answer["Location"]) == (303, leads)
    (kept,) = events()
    assert (kept["answer"], kept["played"]) == (word, [])
    assert str(kept["lasted"]).startswith("1:0")  # allows for minutes on a slow machine
    assert client.post(ANSWER, form).status_code == 303  # double click
    assert len(events()) == 1
    assert 'name="stake-1"' in client.get(TABLE).text


def test_the_check_follows_the_player_across_browsers() -> None:
    client, participant = seated()
    phone = scenes.signed_in(participant.player)
    playing_since(participant.player, hours=1, seconds=5)
    assert 'id="reality"' in phone.get(TABLE).text
    client.post(ANSWER, answered("go_on", participant.player))
    assert 'id="reality"' not in phone.get(TABLE).text


def test_a_page_that_was_left_open_answers_no_later_check() -> None:
    """The old page shows play up to the first check; the player has not seen what came after."""
    client, participant = seated()
    playing_since(participant.player, hours=3)
    stale = MARK.findall(client.get(TABLE).text)
    assert stale == [mark_now(participant.player)]
    User.objects.filter(pk=participant.player_id).update(reality_checked_at=ago(hours=1, minutes=1))
    for mark in (*stale, "", "now"):
        answer = client.post(ANSWER, {"answer": "go_on", "check": mark})
        assert (answer.status_code, answer["Location"]) == (303, TABLE)
    assert events() == []
    assert 'id="reality"' in client.get(TABLE).text
    client.post(ANSWER, answered("go_on", participant.player))
    assert len(events()) == 1
    assert 'id="reality"' not in client.get(TABLE).text


def test_no_other_answer_counts() -> None:
    client, participant = seated()
    playing_since(participant.player, hours=2)
    assert client.post(ANSWER, {"answer": "later"}).status_code == 409
    assert Client().post(ANSWER, {"answer": "go_on"}).status_code == 401
    assert events() == []
    with pytest.raises(Conflict):
        answers.answer_reality_check(
            scenes.new_player("bea@example.test"), participant.table, "go_on", ""
        )


@pytest.mark.committed
def test_the_next_one_comes_an_interval_after_the_answer() -> None:
    client, participant = seated()
    playing_since(participant.player, hours=5)
    client.post(ANSWER, answered("go_on", participant.player))
    player = User.objects.get(pk=participant.player_id)
    assert player.reality_checked_at is not None
    assert reality_check.next_check_at(player) == player.reality_checked_at + timedelta(hours=1)
    assert 3590 < client.get(TABLE).context["page"].reality_in <= 3601


@pytest.mark.committed
def test_the_interval_is_the_players_choice() -> None:
    player = scenes.new_player()
    client = scenes.signed_in(player)
    page = "/responsible/reality-check/"
    assert client.get(page).context["form"].initial == {"minutes": 60}
    assert client.post(page, {"minutes": "15"}).status_code == 303
    player.refresh_from_db()
    assert player.reality_minutes == reality_check.interval_minutes(player) == 15
    (chosen,) = Event.objects.filter(kind="reality_check_chosen")
    assert chosen.data == {"minutes": 15, "minutes_before": 60}
    client.post(page, {"minutes": "15"})
    assert Event.objects.filter(kind="reality_check_chosen").count() == 1
    for wrong in ("", "7", "0", "x"):
        assert client.post(page, {"minutes": wrong}).status_code == 422
    with pytest.raises(IntervalNotOffered):
        reality_answers.set_interval(player, 0)
    player.refresh_from_db()
    assert player.reality_minutes == 15


@pytest.mark.committed
@pytest.mark.parametrize("minutes", [120, 60, 0])
def test_no_other_interval_passes_for_an_answer(profile: ProfileChange, minutes: int) -> None:
    profile(reality_check_optional=True)
    client, participant = seated()
    player = participant.player
    playing_since(player, hours=1, seconds=1)
    with pytest.raises(RealityCheckUnanswered):
        reality_answers.set_interval(player, minutes)
    answer = client.post("/responsible/reality-check/", {"minutes": minutes})
    assert answer.status_code == 422
    assert str(RealityCheckUnanswered.message) in answer.context["form"].errors["minutes"]
    assert player.reality_minutes is None
    player.refresh_from_db()
    assert (player.reality_minutes, reality_check.is_check_due(player, timezone.now())) == (
        None,
        True,
    )
    assert not Event.objects.filter(kind="reality_check_chosen").exists()
    assert answers.answer_reality_check(player, participant.table, **words_of(player))
    reality_answers.set_interval(player, minutes)
    assert (player.reality_minutes, player.reality_checked_at) == (None, None)  # not refreshed


def test_never_is_offered_only_if_the_profile_has_it(profile: ProfileChange) -> None:
    player = scenes.new_player()
    profile(reality_check_optional=True)
    reality_answers.set_interval(player, 0)
    playing_since(player, hours=9)
    player.refresh_from_db()
    assert not reality_check.is_check_due(player, timezone.now())
    profile(reality_check_optional=False)
    assert reality_check.is_check_due(player, timezone.now())


def test_a_bet_costs_no_query_for_it() -> None:
    client, participant = seated()
    client.get(TABLE)
    with CaptureQueriesContext(connection) as captured:
        client.post(TABLE + "bet/", bet_form(participant), headers=HTMX)
    assert not [one for one in captured if "reality" in one["sql"] and "SUM(" in one["sql"]]
    assert len(captured) <= 10


@pytest.mark.committed
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_barred_players_are_not_offered_to_continue(headers: dict[str, str]) -> None:
    """The check is still shown and can be answered, with leaving as the only answer, next to the reason for the bar."""
    client, participant = seated()
    client.cookies["django_language"] = "en"
    playing_since(participant.player, hours=1, seconds=5)
    start_time_out(participant.player, 2, key=uuid4())
    page = client.get(TABLE, headers=headers)
    assert 'id="reality"' in page.text
    assert "You are taking a time-out until" in page.text
    assert ANSWERS_OFFERED.findall(page.text) == ["leave"]
    assert client.post(ANSWER, answered("leave", participant.player))["Location"] == "/"
    assert len(events()) == 1
    assert 'id="reality"' not in client.get(TABLE, headers=headers).text


def test_eligible_players_get_all_three_answers() -> None:
    client, participant = seated()
    playing_since(participant.player, hours=1, seconds=5)
    assert ANSWERS_OFFERED.findall(client.get(TABLE).text) == ["go_on", "break", "leave"]
