"""Stopping play: the next round is refused at once, the running one finishes, and no money moves."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from psycopg import Connection

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from casino.models import Participant, Round
from casino.play.services.betting import place_bet
from journal.models import Event, EventKind
from journal.refusals import NotAllowed, ReasonMissing, Refusal
from tables.models import House, RuleSet, Switching, Table
from tables.refusals import NoSuchBox, NoSuchPlayer
from tables.selectors.switches import TAKING_BETS
from tables.services import opening, switches
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.casino.test_closing_at_once import one_before_the_other
from tests.casino.test_limits import boxes_of
from tests.fixtures.reading import read_in
from tests.tables.house import manager, operator, with_mathematics
from tests.wallet.ledger import usd
from wallet.cash.services import deposits
from wallet.ledger.selectors.funds import balance, load_money_in_play

pytestmark = pytest.mark.database
Throw = Callable[..., object]


def house(_place: Participant, *, stopped: bool) -> object:
    return switches.switch_house(stopped=stopped, reason="a check", acting_user=manager())


def rules(participant: Participant, *, stopped: bool) -> object:
    family = participant.table.version.rule_set_id
    return switches.switch_rules(family, stopped=stopped, reason="a check", acting_user=manager())


def table(participant: Participant, *, stopped: bool) -> object:
    with_mathematics(participant.table.version.rules)
    act = opening.close_table if stopped else opening.open_table
    return act(participant.place.table_id, reason="a check", acting_user=operator())


def box(participant: Participant, *, stopped: bool) -> object:
    return switches.switch_box(
        participant.place.table_id, 1, stopped=stopped, reason="a check", acting_user=operator()
    )


def player(participant: Participant, *, stopped: bool) -> object:
    return switches.switch_player(
        participant.player_id,
        stopped=stopped,
        reason="a check",
        acting_user=staff(Role.COMPLIANCE_ANALYST),
    )


EACH: list[tuple[Throw, str]] = [
    (house, "play_stopped"),
    (rules, "rules_stopped"),
    (table, "table_closed"),
    (box, "box_stopped"),
    (player, "player_stopped"),
]


def seated(preset: str = "atlantic_city") -> Participant:
    """Seat a player at a table with several boxes."""
    return scenes.sit(
        scenes.new_player(), scenes.table_of(preset), scenes.seed_for(scenes.ordinary)
    )


def bet_on(participant: Participant, *seats: int) -> Round:
    boxes = boxes_of(*("1" for _ in seats)) if seats == tuple(range(1, len(seats) + 1)) else {}
    request = scenes.bet_request(
        participant, "1", boxes or {seat: boxes_of("1")[1] for seat in seats}
    )
    return place_bet(participant.player, participant.table, request)


@pytest.mark.parametrize(("throw", "code"), EACH)
def test_stopped_play_accepts_no_bet(throw: Throw, code: str) -> None:
    participant = scenes.sit(scenes.new_player(), scenes.ligalo(), scenes.seed_for(scenes.ordinary))
    throw(participant, stopped=True)

    with pytest.raises(Refusal) as refused:
        place_bet(participant.player, participant.table, scenes.bet_request(participant))
    assert refused.value.code == code
    assert not Round.objects.exists()
    assert balance(participant.player_id, "USD") == usd("1000")

    throw(participant, stopped=False)
    assert (
        place_bet(participant.player, participant.table, scenes.bet_request(participant)).staked
        == 100_000
    )


@pytest.mark.parametrize(("throw", "code"), EACH)
def test_the_running_round_is_played_to_its_end_with_new_money_too(throw: Throw, code: str) -> None:
    round_ = scenes.deal(scenes.ordinary)
    throw(round_.participant, stopped=True)

    scenes.play(round_, "double")

    round_.refresh_from_db()
    assert round_.status == Round.Status.COMPLETED, code
    assert round_.staked == 200_000


@pytest.mark.committed
@pytest.mark.parametrize(("throw", "code"), EACH)
def test_a_stop_waits_for_a_bet_in_progress(throw: Throw, code: str) -> None:
    participant = scenes.sit(scenes.new_player(), scenes.ligalo(), scenes.seed_for(scenes.ordinary))
    with_mathematics(participant.table.version.rules)
    people_are_there()
    made, _ = one_before_the_other(
        partial(place_bet, participant.player, participant.table, scenes.bet_request(participant)),
        partial(throw, participant, stopped=True),
    )
    assert isinstance(made, Round), code
    last = Switching.objects.order_by("-id").first()
    assert last is not None
    assert last.stopped


@pytest.mark.committed
@pytest.mark.parametrize(("throw", "code"), EACH)
def test_a_bet_that_comes_while_play_is_being_stopped_is_refused(throw: Throw, code: str) -> None:
    participant = scenes.sit(scenes.new_player(), scenes.ligalo(), scenes.seed_for(scenes.ordinary))
    with_mathematics(participant.table.version.rules)
    people_are_there()
    _, refusal = one_before_the_other(
        partial(throw, participant, stopped=True),
        partial(place_bet, participant.player, participant.table, scenes.bet_request(participant)),
    )
    assert isinstance(refusal, Refusal)
    assert refusal.code == code
    assert not Round.objects.exists()
    assert load_money_in_play(participant.player_id) == []


def people_are_there() -> None:
    """Create the staff before the race, so that no insert happens inside it."""
    for one in (manager, operator, partial(staff, Role.COMPLIANCE_ANALYST)):
        one()


@pytest.mark.committed
def test_a_bet_that_hangs_does_not_keep_play_from_being_stopped(
    monkeypatch: pytest.MonkeyPatch, owner_connection: Connection[Any]
) -> None:
    participant = seated()
    monkeypatch.setattr(switches, "WAIT", "50ms")
    owner_connection.execute("SELECT pg_advisory_lock_shared(%s)", [TAKING_BETS])
    house(participant, stopped=True)
    assert House.objects.get().stopped
    event = Event.objects.get(kind=EventKind.PLAY_STOPPED)
    assert event.data["bets_in_flight"] is True


@pytest.mark.parametrize(("throw", "code"), EACH)
def test_the_table_shows_no_bet_form_while_play_is_stopped(throw: Throw, code: str) -> None:
    participant = scenes.sit(scenes.new_player(), scenes.ligalo())
    client = scenes.signed_in(participant.player)
    assert client.get("/table/ligalo/").context["page"].bet_form is not None

    throw(participant, stopped=True)
    page = client.get("/table/ligalo/").context["page"]
    assert page.bet_form is None, code
    assert page.barred


def test_the_other_boxes_of_a_table_go_on() -> None:
    participant = seated()
    switches.switch_box(
        participant.place.table_id, 2, stopped=True, reason="dust", acting_user=operator()
    )

    with pytest.raises(Refusal) as refused:
        bet_on(participant, 1, 2)
    assert (refused.value.code, refused.value.field) == ("box_stopped", "stake-2")
    assert not Round.objects.exists()
    assert bet_on(participant, 1).boxes == [1]


def test_only_the_tables_of_a_stopped_rule_set_stop() -> None:
    participant, other = seated(), scenes.table_of("live")
    rules(participant, stopped=True)
    elsewhere = scenes.sit(participant.player, other)

    assert place_bet(participant.player, other, scenes.bet_request(elsewhere)).status
    with pytest.raises(Refusal):
        bet_on(participant, 1)


def test_a_stopped_player_still_has_the_bank() -> None:
    participant = seated()
    player(participant, stopped=True)
    participant.player.refresh_from_db()

    deposits.begin_deposit(participant.player, usd("5.00"), key=uuid4(), provider="demo")
    with pytest.raises(NotAllowed):
        bet_on(participant, 1)


def test_each_switch_records_one_event_with_person_and_reason() -> None:
    participant = seated()
    for throw, _ in EACH:
        assert throw(participant, stopped=True)
        throw(participant, stopped=True)
        throw(participant, stopped=False)

    rows = Switching.objects.order_by("id")
    assert [(row.what, row.stopped) for row in rows] == [
        (what, stopped)
        for what in ("house", "rules", "table", "box", "player")
        for stopped in (True, False)
    ]
    assert {row.reason for row in rows} == {"a check"}
    assert Event.objects.filter(kind=EventKind.PLAY_STOPPED).count() == 4
    assert Event.objects.filter(kind=EventKind.TABLE_CLOSED).count() == 1
    stop = Event.objects.filter(kind=EventKind.PLAY_STOPPED).order_by("id")[0]
    assert stop.actor_id == manager().pk
    assert stop.data == {
        "what": "house",
        "before": {"stopped": False},
        "after": {"stopped": True},
        "reason": "a check",
    }


def shown(client: Client, address: str) -> str:
    return client.get(address, headers={"Accept-Language": "en"}).text


def test_lobby_and_table_show_what_is_stopped() -> None:
    participant = seated()
    client, here = scenes.signed_in(participant.player), f"/table/{participant.table.slug}/"
    read_in(client, "en")
    assert "for the moment" not in shown(client, "/") + shown(client, here)

    player(participant, stopped=True)
    for address in ("/", here):
        assert "Play is stopped for your account for the moment." in shown(client, address)
    player(participant, stopped=False)
    rules(participant, stopped=True)
    for address in ("/", here):
        assert "This table takes no bets for the moment." in shown(client, address)
    rules(participant, stopped=False)
    house(participant, stopped=True)
    for address in ("/", here):
        assert "Play is stopped at all tables for the moment." in shown(client, address)
    assert "Play is stopped at all tables for the moment." in shown(Client(), "/")
    assert 'id="deal"' not in shown(client, here)


def test_a_stopped_box_has_no_field_at_the_table() -> None:
    participant = seated()
    switches.switch_box(
        participant.place.table_id, 2, stopped=True, reason="dust", acting_user=operator()
    )
    client = scenes.signed_in(participant.player)
    read_in(client, "en")

    text = shown(client, f"/table/{participant.table.slug}/")

    assert "No bets here for the moment" in text
    assert ('name="stake-1"' in text, 'name="stake-2"' in text) == (True, False)


def nothing_is_stopped() -> bool:
    return not (
        House.objects.filter(stopped=True).exists()
        or RuleSet.objects.filter(stopped=True).exists()
        or Table.objects.exclude(stopped_boxes=[]).exists()
        or User.objects.filter(play_stopped=True).exists()
        or Switching.objects.exists()
        or Event.objects.filter(kind=EventKind.PLAY_STOPPED).exists()
    )


def test_a_stop_without_a_reason_or_a_right_stops_nothing() -> None:
    participant, analyst = seated(), staff(Role.COMPLIANCE_ANALYST)
    family = participant.table.version.rule_set_id
    with pytest.raises(ReasonMissing):
        switches.switch_house(stopped=True, reason=" ", acting_user=manager())
    with pytest.raises(NotPermitted):
        switches.switch_house(stopped=True, reason="x", acting_user=operator())
    with pytest.raises(NotPermitted):
        switches.switch_rules(family, stopped=True, reason="x", acting_user=operator())
    with pytest.raises(NotPermitted):
        switches.switch_box(
            participant.place.table_id, 1, stopped=True, reason="x", acting_user=analyst
        )
    with pytest.raises(NotPermitted):
        switches.switch_player(
            participant.player_id, stopped=True, reason="x", acting_user=operator()
        )
    with pytest.raises(NoSuchBox):
        switches.switch_box(
            participant.place.table_id, 99, stopped=True, reason="x", acting_user=operator()
        )
    with pytest.raises(NoSuchPlayer):
        switches.switch_player(operator().pk, stopped=True, reason="x", acting_user=analyst)
    assert nothing_is_stopped()


@pytest.mark.database
def test_the_table_shows_no_bet_form_outside_its_hours() -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    client, now = scenes.signed_in(player), timezone.localtime()
    read_in(client, "en")
    past, later = (now + timedelta(hours=h) for h in (-1, 1))
    Table.objects.filter(pk=table.pk).update(opens=past.time(), closes=later.time())
    assert client.get("/table/ligalo/").context["page"].bet_form is not None
    Table.objects.filter(pk=table.pk).update(opens=later.time(), closes=past.time())
    answer = client.get("/table/ligalo/")
    assert answer.context["page"].bet_form is None
    assert "This table is open from" in answer.text


@pytest.mark.database
def test_stopped_rules_are_marked_in_the_help_and_on_the_staff_overview() -> None:
    table, client = scenes.ligalo(), Client()
    read_in(client, "en")
    pages = ("/help/", "/help/ligalo/")
    told = "This table takes no bets for the moment"
    assert not any(told in client.get(one).text for one in pages)
    rule_set = table.version.rule_set_id
    switches.switch_rules(rule_set, stopped=True, reason="a fault", acting_user=manager())
    assert all(told in client.get(one).text for one in pages)
    overview = inside(operator(), "en").get("/staff/tables/").text
    assert ">stopped</span>" in overview
