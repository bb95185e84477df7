"""Absent players: their round waits, then the house plays it once, as the rules say."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.models.users import StateChange, User
from accounts.restrictions.services.states import change_state
from blackjack.deal import Deal
from blackjack.verification import verify
from casino.absence.services import house_play
from casino.absence.services.waiting import restart_wait
from casino.fairness.selectors.transcripts import transcript_text
from casino.fairness.services.shoes import change_shoe, sit_down
from casino.models import Decision, Round
from casino.play.services.betting import place_bet
from casino.values.boxes import BoxInput
from journal.models import Event
from tables.models import Table
from tests.casino import scenes
from tests.casino.gone import by_house, charted, later
from tests.casino.test_decisions import hits_safely
from wallet.ledger.models import Transfer
from wallet.ledger.selectors.funds import load_money_in_play
from wallet.ledger.services.movements import grant_play_money
from wallet.money.values import Money

pytestmark = pytest.mark.database

ENGLISH = {"Accept-Language": "en"}
DAY = 24 * 60 * 60


def dealt_at(preset: str, wanted: scenes.Wanted = scenes.ordinary, **changes: object) -> Round:
    player, table = scenes.new_player(), scenes.table_of(preset, **changes)
    seed = scenes.seed_for(wanted, table.version.rules)
    participant = scenes.sit(player, table, seed)
    return place_bet(player, table, scenes.bet_request(participant))


def ordinary_anywhere(deal: Deal) -> bool:
    return not deal.complete and "hit" in deal.legal_actions and "split" not in deal.legal_actions


def test_a_round_waits_as_long_as_its_rules_say() -> None:
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules)
    before = scenes.everything(round_.player)

    due = round_.asked_at + timedelta(seconds=300)
    assert house_play.play_due_rounds(due - timedelta(microseconds=1)) == 0
    assert scenes.everything(round_.player) == before

    assert house_play.play_due_rounds(due) == 1
    round_.refresh_from_db()
    assert round_.status == Round.Status.COMPLETED
    assert round_.interrupted


def test_the_house_plays_by_the_chart_and_marks_what_it_decided() -> None:
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules, "D")

    house_play.play_due_rounds(later())

    round_.refresh_from_db()
    assert by_house(round_) == ["double"]
    assert round_.staked == 200_000
    assert Transfer.objects.filter(kind="settle").count() == 1
    event = Event.objects.get(kind="round_played_by_house")
    assert event.data["decisions"] == ["double"]
    assert event.data["play"] == "basic_strategy"


def test_the_players_own_decisions_stay_theirs() -> None:
    round_ = scenes.play(scenes.deal(hits_safely), "hit")
    charted(round_.version.rules, "S")

    house_play.play_due_rounds(later())

    made = Decision.objects.order_by("step").values_list("action", "by_house")
    assert list(made) == [("hit", False), ("stand", True)]


@pytest.mark.parametrize(
    ("code", "pairs", "wanted"), [("D", "", scenes.ordinary), ("S", "P", scenes.pair)]
)
def test_without_the_money_it_plays_the_best_without_new_money(
    code: str, pairs: str, wanted: scenes.Wanted
) -> None:
    player, table = scenes.new_player(funds="15"), scenes.ligalo()
    participant = scenes.sit(player, table, scenes.seed_for(wanted))
    round_ = place_bet(player, table, scenes.bet_request(participant))
    charted(round_.version.rules, code, pairs)

    assert house_play.play_due_rounds(later()) == 1

    round_.refresh_from_db()
    assert round_.staked == 100_000
    assert by_house(round_)[0] == ("hit" if code == "D" else "stand")
    assert Transfer.objects.filter(kind="bet").count() == 1


def test_beyond_a_limit_it_plays_without_new_money_too() -> None:
    scenes.ligalo()
    Table.objects.update(max_bet_usd=150_000, max_round_usd=150_000)
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules, "D")

    house_play.play_due_rounds(later())

    assert set(by_house(round_)) <= {"hit", "stand"}
    assert Transfer.objects.filter(kind="bet").count() == 1


@pytest.mark.parametrize(
    ("on_absence", "played"),
    [("stand", ["stand"]), ("hit_or_stand", ["stand"]), ("basic_strategy", ["double"])],
)
@pytest.mark.empty
def test_each_way_of_playing_is_the_rules_own(on_absence: str, played: list[str]) -> None:
    round_ = dealt_at("ligalo", on_absence=on_absence)
    charted(round_.version.rules, "Ds")

    house_play.play_due_rounds(later())

    assert by_house(round_) == played


@pytest.mark.empty
def test_standing_needs_no_chart() -> None:
    round_ = dealt_at("ligalo", on_absence="stand")

    assert house_play.play_due_rounds(later()) == 1
    assert by_house(round_) == ["stand"]


def test_a_round_without_its_chart_waits_and_alerts_staff_after_a_day() -> None:
    round_ = scenes.deal(scenes.ordinary)
    before = scenes.everything(round_.player)[0:3]

    assert house_play.play_due_rounds(later()) == 0
    assert not Event.objects.filter(kind="round_waits").exists()
    assert house_play.play_due_rounds(later(DAY + 400)) == 0
    assert house_play.play_due_rounds(later(DAY + 1200)) == 0

    assert Event.objects.filter(kind="round_waits").count() == 1
    assert scenes.everything(round_.player)[0:3] == before
    charted(round_.version.rules)
    assert house_play.play_due_rounds(later(DAY + 2000)) == 1


def test_a_round_that_waits_for_its_chart_keeps_no_other_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scenes.deal(scenes.pair)
    other = scenes.new_player("bea@example.test")
    table = scenes.table_of("live")
    charted(table.version.rules)
    participant = scenes.sit(other, table, scenes.seed_for(ordinary_anywhere, table.version.rules))
    waiting = place_bet(other, table, scenes.bet_request(participant))
    monkeypatch.setattr(house_play, "BATCH", 1)
    Round.objects.filter(pk=waiting.pk).update(
        house_plays_at=timezone.now() + timedelta(seconds=301)
    )

    ended = [house_play.play_due_rounds(later(400)), house_play.play_due_rounds(later(401))]

    assert ended == [0, 1]


def test_a_table_without_a_time_limit_alerts_staff_after_a_month() -> None:
    round_ = dealt_at("atlantic_city", ordinary_anywhere)
    charted(round_.version.rules)

    assert house_play.play_due_rounds(later(40 * DAY)) == 0
    assert house_play.report_long_open_rounds(later(29 * DAY)) == 0
    assert house_play.report_long_open_rounds(later(31 * DAY)) == 1
    assert house_play.report_long_open_rounds(later(32 * DAY)) == 0

    event = Event.objects.get(kind="round_open_long")
    assert str(round_.public_id) in event.subject


@pytest.mark.parametrize("state", ["suspended", "self_excluded", "operator_excluded", "closed"])
def test_rounds_of_barred_players_end_within_a_day_without_new_money(state: str) -> None:
    round_ = dealt_at("atlantic_city", ordinary_anywhere)
    charted(round_.version.rules, "Ds")
    change_state(round_.player, state, "test", None)

    assert house_play.play_due_rounds(later(22 * 60 * 60)) == 0
    assert house_play.play_due_rounds(later(23 * 60 * 60 + 60)) == 1

    assert by_house(round_) == ["stand"]
    assert Transfer.objects.filter(kind="bet").count() == 1


def test_a_second_exclusion_does_not_restart_the_wait() -> None:
    round_ = dealt_at("atlantic_city", ordinary_anywhere)
    charted(round_.version.rules, "S")
    change_state(round_.player, "suspended", "test", None)
    StateChange.objects.create(
        user=round_.player,
        from_state="suspended",
        to_state="self_excluded",
        reason="test",
        at=later(20 * 60 * 60),
    )
    User.objects.filter(pk=round_.player_id).update(state="self_excluded")

    assert house_play.play_due_rounds(later(23 * 60 * 60 + 60)) == 1


def test_requests_of_an_excluded_player_do_not_restart_the_wait() -> None:
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules, "Ds")
    change_state(round_.player, "self_excluded", "test", None)
    at = later(23 * 60 * 60 + 60)
    restart_wait(round_.player, round_.place.table, at)

    assert house_play.play_due_rounds(at) == 1
    assert by_house(round_) == ["stand"]


def test_coming_back_restarts_the_wait() -> None:
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules)
    back = later(200)
    restart_wait(round_.player, round_.place.table, back)

    due = back + timedelta(seconds=300)
    assert house_play.play_due_rounds(due - timedelta(microseconds=1)) == 0
    assert house_play.play_due_rounds(due) == 1


def test_viewing_the_page_restarts_the_wait() -> None:
    round_ = scenes.deal(scenes.ordinary)
    gone = timezone.now() - timedelta(seconds=299)
    Round.objects.update(asked_at=gone, house_plays_at=timezone.now() + timedelta(seconds=1))

    assert scenes.signed_in(round_.player).get("/table/ligalo/").status_code == 200

    round_.refresh_from_db()
    assert round_.asked_at > gone
    assert round_.house_plays_at is not None
    assert (round_.house_plays_at - round_.asked_at).total_seconds() == 300


def test_rounds_of_a_stopped_table_finish() -> None:
    round_ = scenes.deal(hits_safely)
    charted(round_.version.rules, "S")
    Table.objects.update(status=Table.Status.CLOSED)

    scenes.play(round_, "hit")
    assert house_play.play_due_rounds(later()) == 1


@pytest.mark.parametrize(
    ("preset", "words"),
    [
        (
            "ligalo",
            "hold your hand for 5 minutes. After that the house finishes it with basic strategy and never",
        ),
        ("atlantic_city", "waits for you without a time limit"),
        ("friendly", "hold your hand for 1 minute. After that the house stands for you"),
        ("live", "hold your hand for 2 minutes"),
    ],
)
def test_the_table_explains_what_happens_after_leaving(preset: str, words: str) -> None:
    table = scenes.table_of(preset)
    client = scenes.signed_in(scenes.new_player())

    assert words in client.get(f"/table/{table.slug}/", headers=ENGLISH).text


@pytest.mark.parametrize("preset", ["ligalo", "casino_floor", "live", "friendly"])
@pytest.mark.empty
def test_every_preset_is_played_for_the_absent_and_both_money_and_transcript_hold(
    preset: str,
) -> None:
    player, table = scenes.new_player(), scenes.table_of(preset, rounds_before_shoe_change=0)
    if table.is_play_money:
        money = Money.parse("500", "PLY")
        grant_play_money(player.pk, money, key=uuid4(), reason="test")
    charted(table.version.rules, "D")
    participant = sit_down(player, table)
    boxes = {
        seat: BoxInput("10", {}) for seat in range(1, 1 + table.version.rules.seats_per_player)
    }
    request = scenes.bet_request(participant, boxes=boxes)
    round_ = place_bet(player, table, replace(request, currency=table.currencies[0]))
    waited = round_.status == Round.Status.IN_PROGRESS

    assert house_play.play_due_rounds(later()) == int(waited)

    round_.refresh_from_db()
    assert round_.status == Round.Status.COMPLETED
    assert round_.interrupted is waited
    assert load_money_in_play(player.pk) == []
    text = transcript_text(change_shoe(player, table, round_.deal.shoe.public_id))
    assert [check for check in verify(text) if not check.passed] == []
    assert ('"by":"house"' in text) is waited
