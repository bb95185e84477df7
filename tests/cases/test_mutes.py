"""Mutes on pages: made from a case or a player's page, shown, ended, and refused for what always counts."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models.users import User
from accounts.roles.values import Role
from detection.models import Mute
from detection.selectors.scores import find_score
from journal.models import Event, EventKind
from tests.accounts.staff import inside, staff
from tests.cases.flagged import analyst, flag, guardian, manager, officer, opened, player

pytestmark = pytest.mark.database
MUTES = "/staff/cases/mutes/"


def page_of(ana: User) -> str:
    return reverse("cases:player_mutes", args=[ana.pk])


def mute(client: Client, ana: User, status: int = 303, **given: object) -> str:
    data = {"signal": "CC1", "days": 30, "reason": "a known regular", **given}
    answer = client.post(page_of(ana), data)
    assert answer.status_code == status, answer.content.decode()
    return answer.headers.get("Location") or answer.content.decode()


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_a_mute_is_made_from_a_case_shown_there_and_ended_with_a_reason() -> None:
    nora, ana = analyst(), player()
    case = opened(ana, "CC1")
    client, before = inside(nora), find_score(ana.pk)
    address = reverse("cases:case", args=[case.public_id])
    assert f"{page_of(ana)}?case={case.public_id}" in text_of(client, address)
    assert mute(client, ana, case=case.public_id) == address
    assert "muted until" in text_of(client, address)
    assert find_score(ana.pk) == before - 30
    for page in (MUTES, page_of(ana)):
        assert "a known regular" in text_of(client, page)
    made = Event.objects.get(kind=EventKind.SIGNAL_MUTED)
    assert (made.actor_id, made.data["reason"]) == (nora.pk, "a known regular")

    end = reverse("cases:end_mute", args=[ana.pk, "CC1"])
    assert client.post(end, {"reason": ""}).status_code == 422
    assert Mute.objects.get().ended_at is None
    assert client.post(end, {"reason": "not the same person"}).status_code == 303
    ended = Event.objects.get(kind=EventKind.SIGNAL_UNMUTED)
    assert (ended.actor_id, ended.data["reason"]) == (nora.pk, "not the same person")
    assert find_score(ana.pk) == before
    assert "a known regular" not in text_of(client, MUTES)
    assert "muted until" not in text_of(client, address)


@pytest.mark.parametrize(
    ("given", "status", "error"),
    [
        ({"signal": "AML1"}, 422, "always count"),
        ({"signal": "INT1"}, 422, "always count"),
        ({"signal": "HARM1"}, 422, "always count"),
        ({"signal": "BOT9"}, 404, ""),
        ({"days": 91}, 422, "from 1 to 90"),
        ({"days": 0}, 422, "from 1 to 90"),
        ({"reason": " "}, 422, "Give a reason."),
    ],
)
def test_what_may_not_be_muted_is_refused(
    given: dict[str, object], status: int, error: str
) -> None:
    ana = player()
    flag(ana, "CC1")
    assert error in mute(inside(manager()), ana, status, **given)
    assert not Mute.objects.exists()
    assert find_score(ana.pk) == 30


def test_a_muted_signal_is_not_muted_again() -> None:
    ana, client = player(), inside(analyst())
    mute(client, ana)
    assert "is muted for this player already" in mute(client, ana, 409)
    assert Mute.objects.count() == 1


def test_each_role_mutes_and_sees_the_signals_of_its_cases() -> None:
    ana = player()
    mute(inside(guardian()), ana, 404)  # a signal of fraud
    mute(inside(guardian()), ana, signal="BOT4")
    mute(inside(officer()), ana, signal="EDGE")
    mute(inside(staff(Role.AUDITOR)), ana, 403)
    assert "EDGE" not in text_of(inside(guardian()), MUTES)
    assert "BOT4" in text_of(inside(guardian()), MUTES)
    page = text_of(inside(staff(Role.AUDITOR)), page_of(ana))
    assert "EDGE" in page
    assert "<select" not in page.partition("<main")[2]


def test_a_player_page_leads_to_the_mutes() -> None:
    ana = player()
    address = reverse("players:player", args=[ana.pk])
    assert page_of(ana) in text_of(inside(analyst()), address)
    assert page_of(ana) not in text_of(inside(staff(Role.CASHIER)), address)
