"""What guests may open besides their table, and who is no guest any more."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts.guests.views import OPEN
from accounts.models.users import State, User
from casino.models import Notice, Round
from casino.notices.services.notice_mail import mail_due_notices
from tests.accounts.people import ana, form_of
from tests.casino import scenes
from tests.casino.guests import TABLE, a_guest, friendly, stored, visit
from tests.live.scenes import a_live_table

__all__ = ("friendly",)  # a fixture

pytestmark = pytest.mark.database


def views(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for one in patterns:
        if isinstance(one, URLResolver):
            space = f"{prefix}{one.namespace}:" if one.namespace else prefix
            yield from views(one.url_patterns, space)
        else:
            yield f"{prefix}{one.name}", one.callback


def test_only_these_views_are_open_to_guests() -> None:
    """The back office, bank, points, options, account and messages treat a guest as a visitor."""
    found = {name for name, view in views(get_resolver().url_patterns) if hasattr(view, OPEN)}

    assert found == {
        *("casino:" + name for name in ("lobby", "help", "table_help", "strategy")),
        *("casino:" + name for name in ("table", "bet", "action", "reality", "hint")),
        *("casino:" + name for name in ("table_fairness", "client_seed", "change_shoe")),
        *("casino:live_" + name for name in ("table", "felt", "own", "stream")),
        *("casino:" + name for name in ("history", "round", "round_rules", "replay", "shoe")),
        *("casino:" + name for name in ("fairness", "log", "log_line", "verify", "verify_shared")),
        *("casino:last_games", "casino:transcript"),
        "accounts:sounds",
        "api:docs",
    }


def test_a_guest_switches_the_sounds_of_the_table() -> None:
    client, guest = a_guest()
    assert 'id="sounds-button"' in client.get(TABLE).text

    answer = client.post("/options/sounds/", {"heard": "yes", "next": TABLE})

    assert (answer.status_code, answer["Location"]) == (303, TABLE)
    guest.refresh_from_db()
    assert guest.sounds


@pytest.mark.parametrize(
    "path",
    ["/bank/", "/options/", "/account/", "/points/", "/statistics/", "/messages/", "/staff/"],
)
def test_a_guest_has_no_other_page(path: str) -> None:
    client, _guest = a_guest()
    visitor = Client().get(path)
    answer = client.get(path)

    assert (answer.status_code, answer["Location"]) == (302, visitor["Location"])


def test_a_guest_has_no_other_table() -> None:
    client, _guest = a_guest()
    scenes.ligalo()
    scenes.table_of("friendly", slug="second")
    before = stored()

    for slug in ("ligalo", "second"):
        assert client.get(f"/table/{slug}/")["Location"].startswith("/account/login/")
        assert client.post(f"/table/{slug}/bet/", visit()).status_code == 401
    assert stored() == before


def test_a_guest_watches_a_live_table_and_takes_no_box() -> None:
    client, _guest = a_guest()
    address = f"/live/{a_live_table().table.slug}/"
    before = stored()

    page = client.get(address)

    assert page.status_code == 200
    assert page.context["own"] is None
    assert client.post(f"{address}take/", {"box": 1}).status_code == 401
    assert stored()[:1] == before[:1]


def test_a_guests_own_rounds_can_be_looked_at_and_checked() -> None:
    client, guest = a_guest()
    round_ = scenes.play_out(Round.objects.get(player=guest))

    assert client.get("/rounds/").status_code == 200
    assert client.get(f"/rounds/{round_.public_id}/").status_code == 200
    assert Client().get(f"/rounds/{round_.public_id}/").status_code == 302


def test_signing_in_ends_the_guest_session() -> None:
    player = scenes.new_player("bea@example.test")
    client, _guest = a_guest()

    client.post(
        "/account/login/", {"login": player.email, "password": scenes.PASSWORD}, follow=True
    )

    assert client.get("/bank/").status_code == 200
    client.post("/account/logout/")
    assert client.get(TABLE).context["page"].visitor


def test_no_mail_goes_to_a_guest() -> None:
    _client, guest = a_guest()
    round_ = Round.objects.get(player=guest)
    at = timezone.now()
    Notice.objects.create(player=guest, round=round_, kind=Notice.Kind.PLAYED, created_at=at)

    assert mail_due_notices(timezone.now()) == 0
    assert mail.outbox == []


def test_an_account_confirmed_elsewhere_leaves_a_new_guest_here() -> None:
    client = Client()
    client.post("/account/signup/", form_of(ana()))
    User.objects.filter(email="ana@example.com").update(state=State.ACTIVE)

    client.post(TABLE + "bet/", visit(client))
    page = client.get(TABLE)

    assert "/account/signup/?next=" in page.text
    assert "/account/confirm-email/" not in page.text


def test_staff_do_not_become_guests() -> None:
    client = scenes.signed_in(User.objects.filter(is_staff=True)[:1].get())

    assert b"visitor" not in client.get(TABLE).content
    assert not User.objects.filter(is_guest=True, state=State.PENDING).exists()
