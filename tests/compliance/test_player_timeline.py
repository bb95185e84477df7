"""The timeline of a player: every sort of entry, in order, once each, at constant cost."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from psycopg import Connection

from accounts.audit.services import record_player_view
from accounts.models.notes import Note
from accounts.models.users import StateChange, User
from accounts.roles.values import Right, Role
from casino.models import Round
from casino.play.services.betting import place_bet
from compliance.models import CaseKind
from compliance.players.selectors.timeline import TimelinePlace, visible_sorts
from compliance.players.selectors.timeline_sources import SOURCES
from compliance.players.services import acts
from compliance.players.values import HappeningSort
from compliance.players.words.timeline import load_timeline
from journal.models import EventKind
from journal.services.recording import record
from loyalty.selectors.tiers import find_tier
from loyalty.services import tier_refresh
from loyalty.services.redeeming import redeem_points
from pages.filters import page_url
from tables.services import limit_sets
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, lifted, staff
from tests.accounts.test_restrictions import analyst, manager, restricted
from tests.casino import scenes
from tests.casino.scenes import ligalo
from tests.compliance import cases
from tests.compliance.disputed import disputed
from tests.exhaustive import slow_but_every
from tests.loyalty.test_points import earned
from tests.wallet.cash import account, checked, just_now, person
from tests.wallet.ledger import funded, usd
from tests.wallet.rates import approved
from tests.wallet.test_corrections import adjustment
from wallet.cash.models import Deposit
from wallet.cash.services import corrections, deposits, withdrawals
from wallet.exchange import services
from wallet.money.words import format_money

pytestmark = pytest.mark.database


def eventful() -> User:
    """Return a player who has entries of every sort."""
    ligalo()
    player = User.objects.get(pk=funded("ana", text="500.00"))
    deposits.record_deposit(
        player.pk, usd("50"), key=uuid4(), acting_user=staff(Role.CASHIER), note="slip 7"
    )
    checked()
    withdrawals.request_withdrawal(
        person(), usd("20.00"), destination=account("Banco Uno 0011"), key=uuid4(), proof=just_now()
    )
    one = adjustment("-5.00")
    corrections.decide_correction(one.pk, approved=True, acting_user=manager(), reason="seen")
    row = limit_sets.propose_limits(
        player, {"max_bet": 100_000}, reason="asked", acting_user=analyst()
    )
    limit_sets.decide_limits(row.pk, approved=True, reason="yes", acting_user=manager())
    acts.write_note(player.pk, "called twice", key=uuid4(), acting_user=analyst())
    exchanged(player)
    round_ = a_win_of(User.objects.get(pk=player.pk))
    tier_refresh.refresh_tier(player.pk)
    cases.approved(cases.proposed(round_))
    disputed(player)
    restricted(player)
    lifted(player)
    record(EventKind.LOGIN_FAILED, subject=f"user {player.pk}", data={"ip": "10.0.0.9"})
    record_player_view(staff(Role.AUDITOR), player, "profile")
    return player


def exchanged(player: User) -> None:
    """Exchange 10 USD for euros."""
    approved("EUR", "1.25")
    offer = services.offer_exchange(player.pk, usd("10.00"), "EUR")
    services.confirm_exchange(player.pk, offer.sealed)


def a_win_of(player: User) -> Round:
    """Return a blackjack of this player: 10 staked, 15 won."""
    participant = scenes.sit(player, scenes.ligalo(), scenes.seed_for(scenes.natural))
    return place_bet(player, participant.table, scenes.bet_request(participant))


def lines(player: User, sort: HappeningSort) -> list[tuple[str, str, str, str]]:
    """Return the entries of this sort, oldest first: title, text, acting user, link."""
    with override("en"):
        found = load_timeline(player, [sort]).lines
        texts = [
            (str(one.text.title), str(one.text.text), one.acting_user, page_url(one.text.link))
            for one in found
        ]
    return [
        (title, text.replace("\N{NO-BREAK SPACE}", " "), by, link)
        for title, text, by, link in reversed(texts)
    ]


def test_the_timeline_shows_every_step_of_a_void() -> None:
    round_ = cases.won()
    player = round_.player
    cases.spend(player, "1010")
    case = cases.approved(cases.proposed(round_))
    again = cases.decided(cases.proposed(round_, kind=CaseKind.UNDO, of=case), approve=False)
    cases.pay_in(player, "4")
    collect = cases.approved(cases.proposed(kind=CaseKind.COLLECT, of=case, rounds=()))
    first, second, third = (
        reverse("voids:case", args=[one.public_id]) for one in (case, again, collect)
    )
    assert lines(player, HappeningSort.VOIDS) == [
        (
            f"Void, case {case.number}: proposed",
            "order of the regulator · \N{MINUS SIGN}$5.00 · the order of 3 May, page 2",
            "Nora",
            first,
        ),
        (f"Void, case {case.number}: approved", "", "Marta", first),
        (
            f"Round voided: Lígalo {round_.number}",
            "an order of the regulator · \N{MINUS SIGN}$5.00 · owed: $10.00 · points: \N{MINUS SIGN}10.00",
            "Marta",
            first,
        ),
        (f"Void, case {case.number}: carried out", "", "", first),
        (
            f"Undo a void, case {again.number}: proposed",
            "order of the regulator · +$5.00 · the order of 3 May, page 2",
            "Nora",
            second,
        ),
        (f"Undo a void, case {again.number}: refused", "not so", "Marta", second),
        (
            f"Collect what is owed, case {collect.number}: proposed",
            "order of the regulator · \N{MINUS SIGN}$4.00 · the order of 3 May, page 2",
            "Nora",
            third,
        ),
        (f"Collect what is owed, case {collect.number}: approved", "", "Marta", third),
        (
            f"Amount owed collected: Lígalo {round_.number}",
            "\N{MINUS SIGN}$4.00",
            "Marta",
            third,
        ),
        (f"Collect what is owed, case {collect.number}: carried out", "", "", third),
    ]


def test_each_timeline_shows_its_own_part_of_a_case() -> None:
    round_ = cases.won()
    other = cases.another(round_.place.table)
    case = cases.proposed(round_, other)
    with override("en"):
        back = format_money(other.money(other.staked - (other.returned or 0)), signed=True)
    for player, amount in ((round_.player, "\N{MINUS SIGN}$15.00"), (other.player, back)):
        ((title, text, _by, _link),) = lines(player, HappeningSort.VOIDS)
        assert title == f"Void, case {case.number}: proposed"
        assert f" · {amount} · ".replace("\N{NO-BREAK SPACE}", " ") in text


@pytest.mark.committed
def test_exchanges_tiers_and_point_debts_are_listed(owner_connection: Connection[Any]) -> None:
    player = scenes.new_player()
    exchanged(player)
    round_ = a_win_of(player)
    tier_refresh.refresh_tier(player.pk)
    owner_connection.execute(
        "INSERT INTO loyalty_entry (player_id, kind, hundredths, round_id, case_id)"
        " VALUES (%s, 'debt', 300, %s, %s)",
        [player.pk, round_.public_id, uuid4()],
    )
    owner_connection.execute(
        "INSERT INTO loyalty_entry (player_id, kind, hundredths, round_id)"
        " VALUES (%s, 'repaid', -100, %s)",
        [player.pk, round_.public_id],
    )
    assert lines(player, HappeningSort.EXCHANGES) == [("Exchange", "$10.00 → €7.92", "", "")]
    assert lines(player, HappeningSort.POINTS) == [
        (f"Tier: {find_tier(player.pk).name}", "points: 10.00", "", ""),
        ("Points: Owed: they were spent already", "3.00, owed after it: 3.00", "", ""),
        ("Points: Owed points repaid", "1.00, owed after it: 2.00", "", ""),
    ]


def test_redemptions_are_included() -> None:
    player = scenes.new_player()
    earned(player.pk, "150")
    redeem_points(player, 120, "USD", key=uuid4())
    assert lines(player, HappeningSort.POINTS) == [("Points redeemed", "120.00 → $1.20", "", "")]


def test_without_the_right_voids_are_not_listed() -> None:
    player = eventful()
    address = f"/staff/players/{player.pk}/timeline/"
    for role, sees in ((Role.OPERATOR, False), (Role.CASHIER, False), (Role.AUDITOR, True)):
        answers = [
            inside(staff(role)).get(address, asked).text for asked in ({}, {"sort": "voids"})
        ]
        assert ["Round voided" in text for text in answers] == [sees, sees], role


def test_every_kind_of_entry_is_listed_newest_first() -> None:
    player = eventful()
    with override("en"):
        found = load_timeline(player, HappeningSort, size=50)
        assert {one.sort for one in found.lines} == set(HappeningSort)
        places = [one.place for one in found.lines]
        assert places == sorted(places, reverse=True)
        titles = " | ".join(str(one.text.title) for one in found.lines)
    for words in ("D-", "W-", "C-", "Note", "Lifted: Suspension", "State: Active → Suspended"):
        assert words in titles, words
    assert [one.acting_user for one in found.lines if one.sort == HappeningSort.SEEN] == ["Auditor"]
    assert found.older == ""


def test_nothing_of_another_player_is_listed() -> None:
    eventful()
    bea = ana_confirmed(email="bea@example.com")
    with override("en"):
        assert {str(one.text.title) for one in load_timeline(bea, HappeningSort).lines} == {
            "Registered",
            "Document number entered",
            "Personal data changed",  # the name
        }


@pytest.mark.parametrize("sort", slow_but_every(4, HappeningSort))
def test_one_sort_alone(sort: HappeningSort) -> None:
    found = load_timeline(eventful(), [sort])
    assert found.lines
    assert {one.sort for one in found.lines} == {sort}


def test_slices_lead_through_all_of_it_once_also_where_times_are_equal() -> None:
    player, now = ana_confirmed(), timezone.now()
    other = analyst()
    Note.objects.bulk_create(
        Note(player=player, text=f"note {n}", acting_user=other) for n in range(7)
    )
    for n in range(7):
        states = ("active", "suspended") if n % 2 == 0 else ("suspended", "active")
        StateChange.objects.create(
            user=player,
            from_state=states[0],
            to_state=states[1],
            reason=f"r{n}",
            at=now + timedelta(days=1),
        )
    whole = [one.place for one in load_timeline(player, HappeningSort, size=50).lines]
    assert len(whole) == 17
    seen: list[TimelinePlace] = []
    before = None
    while True:
        found = load_timeline(player, HappeningSort, before=before, size=4)
        seen += [one.place for one in found.lines]
        if not found.older:
            break
        before = TimelinePlace.parse(found.older)
    assert seen == whole


def test_a_phone_goes_on_below_the_lines_that_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compliance.players.words.timeline.PHONE_ROWS", 2)
    player = eventful()
    whole = load_timeline(player, HappeningSort, size=50).lines
    found = load_timeline(player, HappeningSort, size=4)
    below = load_timeline(player, HappeningSort, before=TimelinePlace.parse(found.more), size=50)
    assert [one.place for one in below.lines] == [one.place for one in whole[2:]]


@pytest.mark.parametrize("text", ["", "x", "1.2", "1.2.x", "9" * 17 + ".1.1", "1.1.1.1", "-1.1.1"])
def test_invalid_cursors_are_ignored(text: str) -> None:
    participant = TimelinePlace.parse(text)
    assert participant is None or str(participant) == text


def test_a_place_is_read_as_it_was_written() -> None:
    participant = TimelinePlace(timezone.now(), 3, 77)
    assert TimelinePlace.parse(str(participant)) == participant


def test_without_the_right_cash_is_not_listed() -> None:
    player = eventful()
    assert HappeningSort.CASH not in visible_sorts(frozenset({Right.VIEW_PLAYERS}))
    address = f"/staff/players/{player.pk}/timeline/"
    number = Deposit.objects.get(player=player).number
    assert number not in inside(staff(Role.OPERATOR)).get(address).text
    assert number not in inside(staff(Role.OPERATOR)).get(address, {"sort": "cash"}).text
    assert number in inside(staff(Role.CASHIER)).get(address, {"sort": "cash"}).text


@pytest.mark.committed
def test_the_page_filters_and_goes_on() -> None:
    player = ana_confirmed()
    other = analyst()
    Note.objects.bulk_create(
        Note(player=player, text=f"note {n:02}", acting_user=other) for n in range(30)
    )
    client = inside(staff(Role.AUDITOR))
    address = f"/staff/players/{player.pk}/timeline/"
    page = client.get(address, {"sort": "notes"})
    assert page.text.count("note ") == 20
    older = page.context["part"].older
    rest = client.get(f"{address}?{older}")
    assert rest.text.count("note ") == 10
    assert {one.sort for one in rest.context["happenings"].lines} == {HappeningSort.NOTES}
    assert client.get(address, {"sort": "nothing", "before": "x"}).status_code == 200


def test_a_query_for_each_source_and_one_for_the_names() -> None:
    player = eventful()
    with CaptureQueriesContext(connection) as queries:
        load_timeline(player, HappeningSort)
    assert len(queries) == len(SOURCES) + 1
