"""Events for staff views of player data: one per staff member, player and day."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.audit.services import record_list_view, record_player_view
from accounts.models.audit_views import DataSeen
from accounts.models.users import User
from accounts.roles.values import Role
from journal.models import Event
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.casino.test_at_once import together
from tests.wallet.ledger import funded
from tests.wallet.test_desk_list import recorded


def views() -> list[tuple[int | None, str]]:
    return list(
        Event.objects.filter(kind="player_viewed").order_by("id").values_list("actor_id", "subject")
    )


def test_a_second_look_on_the_same_day_is_no_second_event(db: None) -> None:
    ana, auditor, clerk = ana_confirmed(), staff(Role.AUDITOR), staff(Role.CASHIER)
    assert record_player_view(auditor, ana, "profile")
    assert not record_player_view(auditor, ana, "hand")
    assert record_player_view(clerk, ana, "account")
    assert views() == [(auditor.pk, f"user {ana.pk}"), (clerk.pk, f"user {ana.pk}")]


def test_the_next_day_is_recorded_again(db: None) -> None:
    ana, auditor = ana_confirmed(), staff(Role.AUDITOR)
    yesterday = timezone.now().date() - timedelta(days=1)
    DataSeen.objects.create(staff=auditor, player=ana, day=yesterday)
    assert record_player_view(auditor, ana, "profile")
    assert not record_player_view(auditor, ana, "profile")


def test_two_pages_at_once_are_one_event(committed_db: None) -> None:
    ana, auditor = ana_confirmed(), staff(Role.AUDITOR)

    answers: list[bool] = []

    def look() -> None:
        answers.append(record_player_view(auditor, ana, "profile"))

    together([look] * 4)
    assert sorted(answers) == [False, False, False, True]
    assert len(views()) == 1


def test_each_page_about_one_player_is_noted(committed_db: None) -> None:
    scenes.ligalo()
    player = User.objects.get(pk=funded(text="500.00"))
    paid = recorded("50.00")
    pages = {
        "players:player": [player.pk],
        "players:timeline": [player.pk],
        "players:note": [player.pk],
        "tables:player": [player.pk],
        "cash:account": [player.pk],
        "cash:account_statement": [player.pk],
        "cash:deposit": [paid.pk],
    }
    assert paid.player_id == player.pk
    for n, (name, arguments) in enumerate(pages.items()):
        user = staff(Role.COMPLIANCE_ANALYST, f"analyst {'abcdefghij'[n]}")
        assert inside(user).get(reverse(name, args=arguments)).status_code == 200
        assert DataSeen.objects.filter(staff=user, player=player).exists(), name


@pytest.mark.empty
def test_a_list_of_players_is_noted_by_their_numbers_without_the_words_that_were_asked(
    db: None,
) -> None:
    ana, auditor = ana_confirmed(), staff(Role.AUDITOR)
    client = inside(auditor)
    for _ in range(2):
        client.get(reverse("players:list"), {"q": "Ana", "country": "CO"})
    client.get(reverse("players:list"), {"q": "nobody"})
    listed = Event.objects.get(kind="players_listed")
    assert (listed.actor_id, listed.subject) == (auditor.pk, "players")
    assert listed.data == {"players": [ana.pk], "asked": ["country", "q"]}
    assert record_list_view(staff(Role.CASHIER), [ana.pk], ["q"])
    assert not record_list_view(auditor, [], ["q"])
