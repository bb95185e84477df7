"""The page of a player: sections by role, recorded views, constant cost."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models.notes import Note
from accounts.models.users import User
from accounts.roles.values import Role
from accounts.sign_in.views.failures import count_failures
from casino.play.services.betting import place_bet
from compliance.models import CaseKind, CaseReason
from compliance.players.selectors import profile
from compliance.players.selectors.timeline_sources import SOURCES
from journal.models import Event
from reports.results.selectors.lifetime import load_lifetime_play
from tests.accounts.people import PASSWORD, ana_confirmed, log_in
from tests.accounts.staff import inside, staff
from tests.accounts.test_restrictions import analyst, restricted
from tests.casino import scenes
from tests.compliance.cases import approved, has, proposed, won
from wallet.ledger.services.movements import credit_deposit
from wallet.money.values import Money

PLAYERS_ARE_SEEN_BY = set(Role) - {Role.ADMINISTRATOR}

pytestmark = pytest.mark.database


def page(player: User, role: Role = Role.COMPLIANCE_MANAGER, language: str = "en") -> Any:
    return inside(staff(role), language).get(f"/staff/players/{player.pk}/")


def test_the_page_shows_identity_money_and_events() -> None:
    round_ = scenes.deal(scenes.ordinary)
    text = page(round_.player).text
    for words in (
        round_.player.email,
        "years old",
        "$990.00",
        "$10.00",
        round_.number,
        "verified",
        "test account",
        "State: Pending → Active",
    ):
        assert words in text, words


def test_each_role_sees_what_the_matrix_gives_it() -> None:
    player = scenes.deal(scenes.ordinary).player
    assert "Latest rounds" in page(player, Role.OPERATOR).text
    assert "Account at the desk" not in page(player, Role.OPERATOR).text
    assert "Latest rounds" not in page(player, Role.CASHIER).text
    assert "Account at the desk" in page(player, Role.CASHIER).text
    desk = {role for role in PLAYERS_ARE_SEEN_BY if "Being withdrawn" in page(player, role).text}
    assert desk == PLAYERS_ARE_SEEN_BY - {Role.OPERATOR}
    assert "In open rounds" in page(player, Role.OPERATOR).text
    for role in (Role.OPERATOR, Role.CASHIER, Role.AUDITOR):
        assert "Suspend…" not in page(player, role).text
        assert "Write a note…" not in page(player, role).text
    assert "Suspend…" in page(player, Role.COMPLIANCE_ANALYST).text


def test_viewing_is_an_event_once_a_day() -> None:
    player = ana_confirmed()
    page(player, Role.AUDITOR)
    page(player, Role.AUDITOR)
    inside(staff(Role.AUDITOR)).get(f"/staff/cash/accounts/{player.pk}/")
    event = Event.objects.get(kind="player_viewed")
    assert (event.actor_id, event.subject) == (staff(Role.AUDITOR).pk, f"user {player.pk}")
    assert event.data == {"page": "profile"}


def test_viewing_at_the_desk_is_an_event() -> None:
    player = ana_confirmed()
    inside(staff(Role.CASHIER)).get(f"/staff/cash/accounts/{player.pk}/")
    assert Event.objects.get(kind="player_viewed").data == {"page": "account"}


def born_with(one: User, **changes: str) -> User:
    """Return a player with the same birth date who signed up before duplicates were checked."""
    other = ana_confirmed(**changes)
    User.objects.filter(pk=other.pk).update(birth_date=one.birth_date)
    return other


def test_players_of_the_same_name_and_birth_date_are_pointed_at() -> None:
    ana = ana_confirmed()
    twin = born_with(ana, email="other@example.com", full_name="rojas  ANA maria")
    ana_confirmed(email="third@example.com", full_name="Ana Rojas")
    assert profile.find_alike_players(ana) == [twin]
    assert "other@example.com" in page(ana).text


def test_shown_duplicates_are_recorded_as_viewed() -> None:
    player, auditor = ana_confirmed(), staff(Role.AUDITOR)
    address = f"/staff/players/{player.pk}/"
    assert inside(auditor).get(address).status_code == 200
    assert not Event.objects.filter(kind="players_listed").exists()
    other = born_with(player, email="another@example.com", full_name="Rojas Ana Maria")
    for _ in range(2):
        assert other.email in inside(auditor).get(address).text
    listed = Event.objects.get(kind="players_listed")
    assert (listed.actor_id, listed.data["players"]) == (auditor.pk, [other.pk])


def test_words_of_people_are_shown_and_never_run() -> None:
    ana = ana_confirmed()
    # sign-up refuses such a name
    User.objects.filter(pk=ana.pk).update(full_name="<script>alert(1)</script>")
    Note.objects.create(
        player=ana, text="<b>x</b>\nsecond line", acting_user=analyst(), key=uuid4()
    )
    text = page(ana).text
    assert "<script>alert" not in text
    assert "&lt;b&gt;x&lt;/b&gt;" in text


def test_payments_are_summed_in_dollars() -> None:
    round_ = scenes.play(scenes.deal(scenes.ordinary), "stand")
    sums = profile.load_lifetime(round_.player)
    assert (sums.deposits, sums.withdrawals) == (0, 0)
    text = page(round_.player).text
    assert "Staked in 1 round" in text
    assert "$10.00" in text


def test_voided_amounts_are_shown_with_play() -> None:
    round_ = won()
    case = approved(proposed(round_))
    assert has(round_.player) == "1000.00 USD"
    sums = load_lifetime_play(round_.player_id)
    assert (str(sums.sums.won), str(sums.by_voids)) == ("15.00 USD", "-15.00 USD")
    text = said(page(round_.player).text)
    assert (
        "Returned $25.00 By voids \N{MINUS SIGN}$15.00 Result of play for the player $0.00" in text
    )
    assert re.search(r"Latest rounds .* \$25\.00 voided ", text)

    approved(proposed(round_, kind=CaseKind.UNDO, of=case))
    assert load_lifetime_play(round_.player_id).by_voids == Money(0, "USD")
    text = said(page(round_.player).text)
    assert "By voids" not in text
    assert "Result of play for the player +$15.00" in text
    assert re.search(r"Latest rounds .* \$25\.00 completed ", text)


def test_suspended_and_released_stakes_add_up() -> None:
    round_ = won()
    case = approved(proposed(round_, reason=CaseReason.COLLUSION))
    assert load_lifetime_play(round_.player_id).result == Money.parse("-10", "USD")
    approved(proposed(round_, kind=CaseKind.RETURN, of=case))
    assert load_lifetime_play(round_.player_id).result == Money(0, "USD")


def said(html: str) -> str:
    """Return the text of a page without tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_much_play_asks_no_more_than_little() -> None:
    player = scenes.new_player()
    restricted(ana_confirmed())
    client = inside(staff(Role.COMPLIANCE_MANAGER))

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/staff/players/{player.pk}/").status_code == 200
        return len(queries)

    asked()
    few = asked()
    for table in (scenes.ligalo(), scenes.table_of("live"), scenes.table_of("atlantic_city")):
        place_bet(player, table, scenes.bet_request(scenes.sit(player, table)))
    credit_deposit(player.pk, Money.parse("5", "USD"), key=uuid4(), provider="demo")
    for number in range(3):
        Note.objects.create(
            player=player, text=f"note {number}", acting_user=analyst(), key=uuid4()
        )
    assert asked() <= few + 2  # the table and its name, and the authors of notes
    assert few <= 51 + len(SOURCES)  # one query for each source of the timeline


def test_failed_sign_ins_are_shown(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    # no delay between attempts
    monkeypatch.setattr("accounts.sign_in.services.account_failures.MAX_DELAY_SECONDS", 0.0)
    ana = ana_confirmed()
    for _ in range(4):
        log_in(client, ana.email, "wrong")
    text = page(ana).text
    assert "refused temporarily" in text
    assert "Clear failed sign-ins…" in text
    assert "Sign-in refused after too many failures" in text
    log_in(client, ana.email, PASSWORD)
    assert "Signed in" not in page(ana).text


def test_a_sign_in_is_on_the_timeline(client: Any, rf: Any) -> None:
    ana = ana_confirmed()
    log_in(client, ana.email)
    assert "Signed in" in page(ana).text
    assert count_failures(rf.get("/"), ana).counted == 0
