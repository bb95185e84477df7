"""Everything that happened to one player: every sort, in order, each once, at a fixed cost."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import override

from accounts.models import StateChange, User
from accounts.player_models import Note
from accounts.roles import Right, Role
from accounts.seen import saw
from compliance.players.selectors.sources import SOURCES, Sort
from compliance.players.selectors.timeline import Place, timeline, visible
from compliance.players.services import acts
from journal.models import Kind
from journal.services import record
from tables.services import limit_sets
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, lifted, staff
from tests.accounts.test_restrictions import analyst, manager, restricted
from tests.casino.scenes import ligalo
from tests.wallet.cash import checked, person
from tests.wallet.ledger import funded, usd
from tests.wallet.test_corrections import adjustment
from wallet.cash.services import corrections, deposits, withdrawals

pytestmark = pytest.mark.django_db


def eventful() -> User:
    """A player to whom something of every sort has happened."""
    ligalo()
    player = User.objects.get(pk=funded("ana", text="500.00"))
    deposits.record(
        player.pk, usd("50"), key=uuid4(), acting_user=staff(Role.CASHIER), note="slip 7"
    )
    checked()
    withdrawals.request(person(), usd("20.00"), destination="Banco Uno 0011", key=uuid4())
    one = adjustment("-5.00")
    corrections.decide(one.pk, approved=True, acting_user=manager(), note="seen")
    row = limit_sets.propose(player, {"max_bet": 100_000}, reason="asked", acting_user=analyst())
    limit_sets.decide(row.pk, approved=True, reason="yes", acting_user=manager())
    acts.note(player.pk, "called twice", key=uuid4(), by=analyst())
    restricted(player)
    lifted(player)
    record(Kind.LOGIN_FAILED, subject=f"user {player.pk}", data={"ip": "10.0.0.9"})
    saw(staff(Role.AUDITOR), player, "profile")
    return player


def test_something_of_every_sort_is_told_newest_first() -> None:
    player = eventful()
    with override("en"):
        found = timeline(player, Sort)
        assert {one.sort for one in found.lines} == set(Sort)
        places = [one.place for one in found.lines]
        assert places == sorted(places, reverse=True)
        titles = " | ".join(str(one.told.title) for one in found.lines)
    for words in ("D-", "W-", "C-", "Note", "Lifted: Suspension", "State: Active → Suspended"):
        assert words in titles, words
    assert [one.by for one in found.lines if one.sort == Sort.SEEN] == ["Auditor"]
    assert found.older == ""


def test_nothing_of_another_player_is_told() -> None:
    eventful()
    bea = ana_confirmed(email="bea@example.com")
    with override("en"):
        assert {str(one.told.title) for one in timeline(bea, Sort).lines} == {"Registered"}


@pytest.mark.parametrize("sort", list(Sort))
def test_one_sort_alone(sort: Sort) -> None:
    found = timeline(eventful(), [sort])
    assert found.lines
    assert {one.sort for one in found.lines} == {sort}


def test_slices_lead_through_all_of_it_once_also_where_times_are_equal() -> None:
    player, now = ana_confirmed(), timezone.now()
    other = analyst()
    Note.objects.bulk_create(Note(player=player, text=f"note {n}", by=other) for n in range(7))
    for n in range(7):
        states = ("active", "suspended") if n % 2 == 0 else ("suspended", "active")
        StateChange.objects.create(
            user=player,
            from_state=states[0],
            to_state=states[1],
            reason=f"r{n}",
            at=now + timedelta(days=1),
        )
    whole = [one.place for one in timeline(player, Sort).lines]
    assert len(whole) == 15
    seen: list[Place] = []
    before = None
    while True:
        found = timeline(player, Sort, before=before, size=4)
        seen += [one.place for one in found.lines]
        if not found.older:
            break
        before = Place.parse(found.older)
    assert seen == whole


@pytest.mark.parametrize("text", ["", "x", "1.2", "1.2.x", "9" * 17 + ".1.1", "1.1.1.1", "-1.1.1"])
def test_what_is_no_place_is_none(text: str) -> None:
    place = Place.parse(text)
    assert place is None or str(place) == text


def test_a_place_is_read_as_it_was_written() -> None:
    place = Place(timezone.now(), 3, 77)
    assert Place.parse(str(place)) == place


def test_who_may_not_see_cash_reads_none_of_it() -> None:
    player = eventful()
    assert Sort.CASH not in visible(frozenset({Right.VIEW_PLAYERS}))
    address = f"/staff/players/{player.pk}/timeline/"
    assert "D-0" not in inside(staff(Role.OPERATOR)).get(address).text
    assert "D-0" not in inside(staff(Role.OPERATOR)).get(address, {"sort": "cash"}).text
    assert "D-0" in inside(staff(Role.CASHIER)).get(address, {"sort": "cash"}).text


def test_the_page_filters_and_goes_on() -> None:
    player = ana_confirmed()
    other = analyst()
    Note.objects.bulk_create(Note(player=player, text=f"note {n:02}", by=other) for n in range(60))
    client = inside(staff(Role.AUDITOR))
    address = f"/staff/players/{player.pk}/timeline/"
    page = client.get(address, {"sort": "notes"})
    assert page.text.count("note ") == 50
    older = page.context["older"]
    rest = client.get(f"{address}?{older}")
    assert rest.text.count("note ") == 10
    assert "Registered" not in rest.text
    assert client.get(address, {"sort": "nothing", "before": "x"}).status_code == 200


def test_a_query_for_each_source_and_one_for_the_names() -> None:
    player = eventful()
    with CaptureQueriesContext(connection) as queries:
        timeline(player, Sort)
    assert len(queries) == len(SOURCES) + 1
