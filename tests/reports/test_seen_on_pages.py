"""Staff pages that show a player's name or address record an event naming the players; others record none."""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from psycopg import Connection

from accounts.models.audit_views import DataSeen
from accounts.models.users import State, User
from accounts.restrictions.services.restrictions import propose_lifting
from accounts.roles.values import Right, Role
from casino.models import Shoe
from journal.models import Event
from limits.models import LimitSet
from reports.catalogue.reports import REPORTS
from tables.services import limit_sets, switches
from tests.accounts.staff import inside, staff
from tests.accounts.test_restrictions import analyst, restricted
from tests.casino import scenes
from tests.casino.test_reopening import stopped_between_rounds
from tests.exhaustive import slow_but_every
from tests.reports.days import DAY, all_earlier, close_all
from tests.reports.houses import House
from tests.wallet.test_desk_list import recorded
from wallet.cash.models import CorrectionKind
from wallet.cash.services import corrections
from wallet.ledger.models import Transfer
from wallet.money.values import Money

pytestmark = pytest.mark.database

NAMING: Final = {"players", "large", "voids", "interrupted", "shoes", "account-days"}


def listed(reader: User) -> list[set[int]]:
    """Return the players recorded as shown to this person, per list."""
    events = Event.objects.filter(kind="players_listed", actor_id=reader.pk).order_by("id")
    return [set(event.data["players"]) for event in events]


def opened(reader: User, address: str) -> Any:
    answer = inside(reader).get(address)
    assert answer.status_code == 200
    return answer


@pytest.mark.committed
@pytest.mark.parametrize(
    "closed", slow_but_every(2, [False, True]), ids=["running day", "closed days"]
)
def test_a_report_notes_everybody_whose_address_it_shows(closed: bool) -> None:  # noqa: FBT001  # a test parameter
    house = House(3)
    house.live()
    house.void_some()
    if closed:
        all_earlier(DAY)
        close_all()
    naming = set[str]()
    for name in (report.name for report in REPORTS if report.right == Right.VIEW_REPORTS):
        reader, address = (
            staff(Role.AUDITOR, f"reads {name}"),
            reverse("reports:report", args=[name]),
        )
        text = opened(reader, address + "?period=days&currency=").text.partition("<main")[2]
        assert inside(reader).get(address + "?period=x").status_code == 422
        opened(reader, address + "?period=days&currency=")
        shown = {player.pk for player in house.players if player.email in text}
        assert listed(reader) == ([shown] if shown else []), name
        naming |= {name} if shown else set()
    assert naming == NAMING


def test_a_report_without_players_records_no_view() -> None:
    reader = staff(Role.AUDITOR)
    for name in sorted(NAMING):
        opened(reader, reverse("reports:report", args=[name]))
    assert listed(reader) == []


@pytest.mark.empty
def test_the_own_till_notes_whose_money_it_lists() -> None:
    paid, cashier = recorded("50.00"), staff(Role.CASHIER)
    till = reverse("reports:till") + "?period=today"
    assert f">{paid.player.full_name}<" in re.sub(r"\s+", "", opened(cashier, till).text)
    assert listed(cashier) == [{paid.player_id}]


def a_deposit() -> Iterable[User]:
    yield recorded("2500.00").player


def two_deposits_and_a_correction() -> Iterable[User]:
    yield recorded("50.00").player
    bea = scenes.new_player("bea@example.test")
    yield bea
    money, cashier = Money.parse("5", "USD"), staff(Role.CASHIER)
    corrections.propose_correction(
        CorrectionKind.BONUS, bea, money, key=uuid4(), acting_user=cashier, reason="x"
    )


def closed_with_money() -> Iterable[User]:
    eva = scenes.new_player("eva@example.test")
    User.objects.filter(pk=eva.pk).update(state=State.CLOSED)
    yield eva


def one_stopped_and_one_let_go_on() -> Iterable[User]:
    for email in ("ana@example.test", "bea@example.test"):
        player, boss = scenes.new_player(email, "0"), staff(Role.COMPLIANCE_MANAGER)
        switches.switch_player(player.pk, stopped=True, reason="x", acting_user=boss)
        if email.startswith("bea"):
            switches.switch_player(player.pk, stopped=False, reason="x", acting_user=boss)
        yield player


def a_restriction_to_lift() -> Iterable[User]:
    player = scenes.new_player("eva@example.test", "0")
    propose_lifting(restricted(player).pk, acting_user=analyst("one"), reason="explained")
    yield player


def limits_that_wait() -> Iterable[User]:
    player = scenes.new_player("eva@example.test", "0")
    for of in (player, None):
        by = analyst() if of else staff(Role.OPERATOR)
        limit_sets.propose_limits(of, {"max_bet": 10_000}, reason="x", acting_user=by)
    assert LimitSet.objects.filter(player=None).exists()
    yield player


LISTS: Final[tuple[tuple[str, Callable[[], Iterable[User]]], ...]] = (
    ("cash:desk", a_deposit),
    ("cash:desk", two_deposits_and_a_correction),
    ("cash:desk", closed_with_money),
    ("switches:overview", one_stopped_and_one_let_go_on),
    ("players:liftings", a_restriction_to_lift),
    ("tables:overview", limits_that_wait),
)


@pytest.mark.parametrize(("name", "somebody"), LISTS, ids=lambda one: getattr(one, "__name__", one))
def test_a_list_records_shown_players_once_a_day(
    name: str, somebody: Callable[[], Iterable[User]]
) -> None:
    reader = staff(Role.AUDITOR)
    opened(reader, reverse(name))
    assert listed(reader) == []

    people = list(somebody())

    for _ in range(2):
        text = opened(reader, reverse(name)).text
    assert all(player.full_name in text for player in people)
    assert listed(reader) == [{player.pk for player in people}]


def test_a_search_at_the_desk_is_named_without_its_words() -> None:
    paid, reader = recorded("50.00"), staff(Role.AUDITOR)
    opened(reader, reverse("cash:desk") + "?q=ana&currency=USD")
    event = Event.objects.get(kind="players_listed")
    assert event.data == {"players": [paid.player_id], "asked": ["currency", "q"]}


def test_a_movement_to_undo_shows_its_player() -> None:
    player, cashier = scenes.new_player("eva@example.test"), staff(Role.CASHIER)
    transfer = Transfer.objects.get(player=player)
    text = opened(cashier, reverse("cash:reverse", args=[transfer.pk])).text
    assert player.email in text
    assert DataSeen.objects.filter(staff=cashier, player=player).exists()


@pytest.mark.committed
def test_a_stopped_place_shows_its_player_in_the_list_and_on_its_own_page(
    owner_connection: Connection[object],
) -> None:
    player = stopped_between_rounds(owner_connection).player
    reader = staff(Role.AUDITOR)
    assert player.email in opened(reader, reverse("rounds:list")).text
    assert listed(reader) == [{player.pk}]

    operator = staff(Role.OPERATOR)
    assert not DataSeen.objects.exists()
    shoe = Shoe.objects.get(status=Shoe.Status.STOPPED)
    assert player.email in opened(operator, page_of(shoe)).text
    assert DataSeen.objects.filter(staff=operator, player=player).exists()


def page_of(shoe: Shoe) -> str:
    return reverse("rounds:reopen", args=[shoe.public_id])


def test_players_not_shown_are_not_recorded() -> None:
    """Someone refused a page has seen no players."""
    a_restriction_to_lift()
    refused = [Client(), inside(staff(Role.ADMINISTRATOR))]
    for client in refused:
        for name in ("players:liftings", "cash:desk", "switches:overview"):
            assert client.get(reverse(name)).status_code in {302, 403}
    assert not Event.objects.filter(kind__in=["players_listed", "player_viewed"]).exists()
