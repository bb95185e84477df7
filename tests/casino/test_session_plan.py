"""Plan of a session: asked for before real-money play, fixed until it ends, kept to at every table."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models.users import User
from accounts.models.visits import Visit
from casino.live.services.betting import place_wager
from casino.models import Participant, Round
from casino.play.services.betting import place_bet
from casino.protection.selectors.session_plan import load_session_position
from casino.protection.services.session_plan import PlanRequest, plan_session
from journal.models import Event
from journal.refusals import ChangedMeanwhile, Refusal
from limits.models import SessionPlan
from tests.casino import scenes
from tests.casino.planned import planned
from tests.casino.test_own_limits import bet, loses, seated
from tests.casino.test_table_page import HTMX, TABLE, bet_form
from tests.live.scenes import Guest
from tests.live.test_own_limits import seated as seated_live, stored
from wallet.money.values import Money

pytestmark = pytest.mark.database
PAGE = "/responsible/session/"
Change = Callable[..., None]


@pytest.fixture(autouse=True)
def plans_are_asked(profile: Change) -> None:
    profile(session_plan=True, session_plan_repeat_minutes=60, session_plan_warn_percent=80)


def refused(participant: Participant, *stakes: str) -> str:
    before = scenes.everything(participant.player)
    with pytest.raises(Refusal) as caught:
        bet(participant, *stakes)
    assert scenes.everything(participant.player) == before
    return caught.value.code


def guest_refused(guest: Guest, stake: str) -> str:
    before, request = stored(guest.player), guest.request({1: stake})
    with pytest.raises(Refusal) as caught:
        place_wager(guest.player, guest.place, request)
    assert stored(guest.player) == before
    return caught.value.code


def plan_refused(player: User, **plan: Any) -> str:
    before = SessionPlan.objects.count()
    with pytest.raises(Refusal) as caught:
        planned(player, **plan)
    assert SessionPlan.objects.count() == before
    return caught.value.code


def later(minutes: float) -> time_machine.travel:
    return time_machine.travel(timezone.now() + timedelta(minutes=minutes), tick=False)


def test_no_bet_is_taken_before_the_session_is_planned() -> None:
    participant = seated()
    assert refused(participant, "10") == "session_plan_missing"
    planned(participant.player)
    assert bet(participant, "10").staked == 100_000


def test_play_money_needs_no_plan() -> None:
    table = scenes.table_of("friendly", slug="free")
    participant = scenes.sit(scenes.new_player(), table, scenes.seed_for(loses))
    page = scenes.signed_in(participant.player).get("/table/free/").context["page"]
    assert (page.plan_code, page.bet_form is None) == ("", False)


def test_a_bet_may_lose_what_the_plan_leaves_and_no_cent_more() -> None:
    participant = seated()
    planned(participant.player, loss="14.99")
    assert refused(participant, "15") == "session_loss_limit"
    scenes.play(bet(participant, "10"), "stand")
    assert refused(participant, "5") == "session_loss_limit"
    assert Round.objects.count() == 1


def test_new_money_of_a_hand_counts_and_the_hand_can_be_finished() -> None:
    participant = seated()
    planned(participant.player, loss="15")
    round_ = bet(participant, "10")
    before = scenes.everything(participant.player)
    with pytest.raises(Refusal) as caught:
        scenes.play(round_, "double")
    assert caught.value.code == "session_loss_limit"
    assert scenes.everything(participant.player) == before
    assert scenes.play(round_, "stand").status == Round.Status.COMPLETED


def test_a_loss_that_is_reached_ends_the_session_and_an_open_stake_does_not() -> None:
    participant = seated()
    planned(participant.player, loss="10")
    round_ = bet(participant, "10")
    assert plan_refused(participant.player) == "session_plan_fixed"
    scenes.play(round_, "stand")
    assert refused(participant, "10") == "session_over"
    planned(participant.player, loss="10")
    assert bet(participant, "10").staked == 100_000


@pytest.mark.parametrize(("minutes", "code"), [(59.9, ""), (60, "session_over")])
def test_the_time_ends_the_session_to_the_second(minutes: float, code: str) -> None:
    participant = seated()
    with time_machine.travel(timezone.now(), tick=False) as now:
        planned(participant.player, minutes=60)
        now.shift(timedelta(minutes=minutes))
        User.objects.update(reality_checked_at=timezone.now())
        participant.player.refresh_from_db()
        if code:
            assert refused(participant, "10") == code
        else:
            bet(participant, "10")


def test_the_hand_in_play_is_finished_after_the_time_also_with_a_double() -> None:
    participant = seated()
    planned(participant.player, minutes=10)
    round_ = bet(participant, "10")
    with later(11):
        assert scenes.play(round_, "double").status == Round.Status.COMPLETED
        assert refused(participant, "10") == "session_over"


def test_a_plan_is_fixed_until_its_session_ends() -> None:
    player = scenes.new_player()
    first = planned(player, minutes=10)
    assert plan_refused(player, minutes=5) == "session_plan_fixed"
    with later(9.9):
        assert plan_refused(player) == "session_plan_fixed"
    with later(10):
        assert planned(player).pk > first.pk


def test_neither_raw_sql_changes_a_plan() -> None:
    plan = planned(scenes.new_player())
    with pytest.raises(DatabaseError), transaction.atomic():
        SessionPlan.objects.filter(pk=plan.pk).update(seconds=1)
    with pytest.raises(DatabaseError), transaction.atomic():
        SessionPlan.objects.filter(pk=plan.pk).delete()


def test_the_lock_out_runs_from_the_end_of_the_session() -> None:
    participant = seated()
    planned(participant.player, minutes=10, lockout=120)
    with later(129.9):
        assert plan_refused(participant.player) == "session_locked"
        User.objects.update(reality_checked_at=timezone.now())
        participant.player.refresh_from_db()
        assert refused(participant, "10") == "session_locked"
    with later(130):
        planned(participant.player)


def test_another_session_of_visits_needs_a_plan_of_its_own_and_keeps_the_lock_out() -> None:
    participant = seated()
    player = participant.player
    planned(player, minutes=600, lockout=60)
    now = timezone.now()
    Visit.objects.create(player=player, begun_at=now, seen_at=now, ended_at=now, ended="signed_out")
    with later(30):
        User.objects.update(session_began=timezone.now())
        player.refresh_from_db()
        assert refused(participant, "10") == "session_locked"
    with later(61):
        assert refused(participant, "10") == "session_plan_missing"
        planned(player)


@pytest.mark.parametrize(("minutes", "soon"), [(69, True), (71, False)])
def test_a_session_within_an_hour_of_the_last_one_gets_a_message(
    minutes: float,
    soon: bool,  # noqa: FBT001  # a case
) -> None:
    player = scenes.new_player()
    client = scenes.signed_in(player)
    assert 'id="session-repeats"' not in client.get(PAGE).text
    planned(player, minutes=10)
    with later(minutes):
        position = load_session_position(User.objects.get(pk=player.pk), timezone.now())
        assert position is not None
        assert position.repeats_soon == soon
    with later(11):
        assert 'id="session-repeats"' in client.get(PAGE).text


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ({"minutes": 0}, "session_plan_not_possible"),
        ({"minutes": 24 * 60 + 1}, "session_plan_not_possible"),
        ({"lockout": -1}, "session_plan_not_possible"),
        ({"lockout": 31 * 24 * 60}, "session_plan_not_possible"),
        ({"loss": "0"}, "session_plan_not_possible"),
        ({"loss": "0.0010"}, "limit_below_cent"),
    ],
)
def test_impossible_plans_are_refused(plan: dict[str, float], code: str) -> None:
    assert plan_refused(scenes.new_player(), **plan) == code


def test_where_no_plan_is_asked_none_is_taken_and_it_costs_no_query(profile: Change) -> None:
    profile(session_plan=False)
    participant = seated()
    assert plan_refused(participant.player) == "session_plan_not_asked"
    with CaptureQueriesContext(connection) as captured:
        bet(participant, "10")
    assert not [one for one in captured if "sessionplan" in one["sql"]]


def test_a_bet_with_a_plan_takes_one_statement_more(profile: Change) -> None:
    participant = seated()
    planned(participant.player)
    scenes.play_out(bet(participant, "10"))
    counts = []
    for asked in (False, True):
        profile(session_plan=asked)
        participant = Participant.objects.get(pk=participant.pk)
        request = scenes.bet_request(participant)
        with CaptureQueriesContext(connection) as captured:
            round_ = place_bet(participant.player, participant.table, request)
        counts.append(len(captured))
        scenes.play_out(round_)
    assert counts[1] == counts[0] + 1


def test_the_profile_of_the_country_decides(profile: Change) -> None:
    participant = seated()
    profile(session_plan=False)
    profile(participant.player.country, session_plan=True)
    assert refused(participant, "10") == "session_plan_missing"


def test_a_plan_is_made_once_per_key_and_recorded() -> None:
    player, key = scenes.new_player(), uuid4()
    wanted = PlanRequest(timedelta(minutes=5), Money.parse("10", "USD"))
    assert plan_session(player, wanted, key=key) == plan_session(player, wanted, key=key)
    with pytest.raises(ChangedMeanwhile):
        plan_session(player, PlanRequest(timedelta(minutes=6), wanted.amount), key=key)
    events = Event.objects.filter(kind="session_planned").values_list("data", flat=True)
    assert [one["seconds"] for one in events] == [300]


def test_a_live_table_keeps_to_the_plan_too() -> None:
    guest = seated_live()
    assert guest_refused(guest, "10") == "session_plan_missing"
    planned(guest.player, loss="15")
    assert guest_refused(guest, "20") == "session_loss_limit"
    guest.bets({1: "10"})


@pytest.mark.committed
def test_the_table_asks_for_the_plan_shows_it_and_warns() -> None:
    participant = seated()
    client = scenes.signed_in(participant.player)
    page = client.get(TABLE)
    assert (page.context["page"].plan_code, page.context["page"].bet_form) == (
        "session_plan_missing",
        None,
    )
    assert f'href="{PAGE}"' in page.text
    sent = client.post(TABLE + "bet/", bet_form(participant), headers=HTMX)
    assert sent.status_code == 422
    form = {"key": uuid4(), "minutes": 30, "amount": "12", "currency": "USD"}
    assert client.post(PAGE, form).status_code == 303
    assert client.post(PAGE, {**form, "key": uuid4()}).status_code == 422
    page = client.get(TABLE)
    assert page.context["page"].bet_form is not None
    assert 'id="session-near"' not in page.text
    client.post(TABLE + "bet/", bet_form(participant), headers=HTMX)
    assert 'id="session-near"' in client.get(TABLE).text
    assert client.get(PAGE).context["line"].is_near


def test_the_form_begins_empty_and_needs_both() -> None:
    client = scenes.signed_in(scenes.new_player())
    form = client.get(PAGE).context["form"]
    assert [form[name].value() for name in ("hours", "minutes", "amount", "lockout_minutes")] == [
        None
    ] * 4
    sent = client.post(PAGE, {"key": uuid4(), "currency": "USD"})
    assert sent.status_code == 422
    assert set(sent.context["form"].errors) == {"amount"}
    assert not SessionPlan.objects.exists()
