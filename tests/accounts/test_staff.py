"""Access to the back office: sign-in, second factor, roles, session length."""

import time
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from accounts.factors.selectors import demo_code
from accounts.models.users import User
from accounts.restrictions.selectors.eligibility import may_play_real_money
from accounts.roles.refusals import NotPermitted
from accounts.roles.selectors import has_right, load_rights
from accounts.roles.services import require
from accounts.roles.values import MATRIX, Right, Role
from accounts.staff.middleware import SEEN
from accounts.staff.views.invitation_mail import invitation_path
from accounts.values.polling import POLL
from config.settings import base
from journal.models import Event
from tests.accounts.people import demo
from tests.accounts.staff import PASSWORD, inside, staff
from tests.accounts.test_second_step import code_now

STAFF = reverse("admin:index")
STRICT = {"script-src": "'self'", "style-src": "'self'"}

pytestmark = pytest.mark.database


def policy(answer: Any) -> dict[str, str]:
    text = answer["Content-Security-Policy"]
    return dict(part.split(" ", 1) for part in text.split("; "))


def test_all_back_office_pages_are_under_one_path() -> None:
    assert STAFF == "/staff/"


def test_anonymous_users_are_redirected_to_the_sign_in_page(client: Client) -> None:
    for path in (STAFF, "/staff/login/", "/staff/nowhere/"):
        answer = client.get(path)
        assert answer.status_code == 302
        assert answer["Location"].startswith(reverse("account_login")), path


def test_a_player_is_refused(client: Client) -> None:
    client.force_login(demo())
    assert client.get(STAFF).status_code == 403


@pytest.mark.usefixtures("still_clock")
def test_the_password_and_the_code_open_the_back_office(client: Client) -> None:
    user = staff(Role.OPERATOR)
    step = client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})
    assert step["Location"] == reverse("mfa_authenticate")
    assert client.get(STAFF).status_code == 302
    done = client.post(reverse("mfa_authenticate"), {"code": demo_code(user)})
    assert done["Location"] == STAFF
    assert client.get(STAFF).status_code == 200


def test_without_a_second_factor_there_is_only_the_page_to_make_one(client: Client) -> None:
    user = staff(Role.OPERATOR)
    Authenticator.objects.filter(user=user).delete()
    client.force_login(user)
    answer = client.get(STAFF)
    assert (answer.status_code, answer["Location"]) == (302, reverse("mfa_activate_totp"))


def test_a_session_that_never_gave_the_code_is_asked_for_it(client: Client) -> None:
    client.force_login(staff(Role.OPERATOR))
    answer = client.get(STAFF)
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("mfa_reauthenticate"))


def test_a_forgotten_browser_is_signed_out(settings: Settings) -> None:
    client = inside(staff(Role.OPERATOR))
    assert client.get(STAFF).status_code == 200
    session = client.session
    session[SEEN] = int(time.time()) - settings.STAFF_IDLE_SECONDS - 5
    session.save()
    answer = client.get(STAFF)
    assert answer["Location"].startswith(reverse("account_login"))
    assert client.get(STAFF).status_code == 302


def test_polling_does_not_extend_the_session(settings: Settings) -> None:
    client = inside(staff(Role.OPERATOR))
    client.get(STAFF)
    session = client.session
    long_ago = int(time.time()) - settings.STAFF_IDLE_SECONDS + 60
    session[SEEN] = long_ago
    session.save()
    assert client.get(STAFF, headers={POLL: "1"}).status_code == 200
    assert client.session[SEEN] == long_ago
    client.get(STAFF)
    assert client.session[SEEN] > long_ago


def test_every_polling_page_marks_its_requests() -> None:
    templates = Path(base.BASE_DIR / "templates").rglob("*.html")
    asking = [text for one in templates if 'hx-trigger="every' in (text := one.read_text())]
    assert len(asking) >= 4
    for text in asking:
        assert text.count('hx-trigger="every') == text.count(f'hx-headers=\'{{"{POLL}": "1"}}\'')


def test_signing_out_needs_no_page_of_its_own() -> None:
    client = inside(staff(Role.OPERATOR))
    assert client.post(reverse("admin:logout"))["Location"] == reverse("account_login")
    assert client.get(STAFF).status_code == 302


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_back_office_layout_is_in_both_languages(language: str) -> None:
    shown = inside(staff(Role.AUDITOR), language).get(STAFF).content.decode()
    assert f'lang="{language}"' in shown


def test_only_pages_inside_have_the_relaxed_policy(client: Client) -> None:
    own = policy(inside(staff(Role.OPERATOR)).get(STAFF))
    assert own["script-src"] == "'self' 'unsafe-eval'"
    assert own["style-src"] == "'self' 'unsafe-inline'"
    for path in (STAFF, "/", reverse("account_login")):
        strict = policy(client.get(path))
        assert {name: strict[name] for name in STRICT} == STRICT, path
    assert {**policy(inside(staff(Role.OPERATOR)).get("/"))}["script-src"] == "'self'"


def test_every_role_is_a_group() -> None:
    assert set(Group.objects.values_list("name", flat=True)) == set(Role.values)


@pytest.mark.parametrize("role", list(Role))
def test_a_role_gives_what_the_matrix_says(role: Role) -> None:
    user = staff(role)
    assert load_rights(user) == MATRIX[role]
    assert [right for right in Right if has_right(user, right)] == [
        right for right in Right if right in MATRIX[role]
    ]


def test_rights_end_with_the_account_and_are_for_staff_only() -> None:
    user, player = staff(Role.OPERATOR), demo()
    player.groups.add(Group.objects.get(name=Role.OPERATOR))
    assert load_rights(player) == frozenset()
    user.state = "locked"
    assert load_rights(user) == frozenset()
    boss = User.objects.create_superuser("boss@house.example", PASSWORD, full_name="Boss")
    assert load_rights(boss) == frozenset()
    with pytest.raises(NotPermitted):
        require(boss, Right.VIEW_RATES)


def test_staff_never_play() -> None:
    refusal = may_play_real_money(staff(Role.OPERATOR))
    assert refusal is not None
    assert refusal.code == "staff"


def test_codes_are_printed_in_the_demo_only(settings: Settings) -> None:
    user, told = staff(Role.CASHIER), StringIO()
    call_command("staff_codes", stdout=told)
    assert any(line.startswith(f"{user.email}  ") for line in told.getvalue().splitlines())
    settings.DEMO_PROVIDER_ENABLED = False
    with pytest.raises(CommandError):
        call_command("staff_codes")


def test_a_session_ends_after_a_days_work_however_busy_it_was(settings: Settings) -> None:
    client = inside(staff(Role.OPERATOR))
    assert client.get(STAFF).status_code == 200
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] -= settings.STAFF_SESSION_SECONDS + 5
    session[SEEN] = int(time.time())
    session.save()
    assert client.get(STAFF)["Location"].startswith(reverse("account_login"))


def test_without_the_second_factor_staff_see_no_page_of_players_either(client: Client) -> None:
    client.force_login(staff(Role.OPERATOR))
    for path in ("/", "/bank/", "/rounds/", "/options/", "/fairness/"):
        assert client.get(path)["Location"].startswith(reverse("mfa_reauthenticate")), path
    assert client.get(reverse("account_logout")).status_code == 200


@pytest.mark.usefixtures("still_clock")
def test_a_wrong_code_is_an_event_with_its_address_and_three_of_them_wait(client: Client) -> None:
    user = staff(Role.OPERATOR)
    client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})
    for _ in range(3):
        assert client.post(reverse("mfa_authenticate"), {"code": "000000"}).status_code == 422
    right = client.post(reverse("mfa_authenticate"), {"code": demo_code(user)})
    assert right.status_code == 422
    failed = Event.objects.filter(subject=f"user {user.pk}").order_by("id")
    assert [(event.kind, event.data) for event in failed] == [
        ("login_failed", {"ip": "127.0.0.1", "part": "code"}),
    ] * 3 + [("login_locked", {"ip": "127.0.0.1", "part": "code"})]


@pytest.mark.usefixtures("still_clock")
def test_a_sign_in_from_a_new_network_is_recorded_once() -> None:
    user = staff(Role.OPERATOR)
    for address in ("127.0.0.1", "10.1.2.3", "127.0.0.1"):
        client = Client(REMOTE_ADDR=address)
        client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})
        client.post(reverse("mfa_authenticate"), {"code": demo_code(user)})
        Authenticator.objects.filter(user=user).update(last_used_at=None)
        cache.clear()  # otherwise the code could not be used again
    anew = Event.objects.filter(kind="staff_signed_in_elsewhere").order_by("id")
    assert [event.data["ip"] for event in anew] == ["127.0.0.1", "10.1.2.3"]


@pytest.mark.committed
@pytest.mark.usefixtures("still_clock")
def test_the_first_sign_in_asks_for_no_password_again_and_for_one_code(client: Client) -> None:
    call_command("create_staff", "eva.mora@house.example", "Eva Mora", "administrator", "first")
    eva = User.objects.get(email="eva.mora@house.example")
    both = {"password1": PASSWORD, "password2": PASSWORD}
    page = client.post(invitation_path(eva), both, follow=True)
    assert page.request["PATH_INFO"] == reverse("mfa_activate_totp")

    code = code_now(page.context["form"].secret)
    client.post(reverse("mfa_activate_totp"), {"code": code})

    assert client.get("/staff/").status_code == 200


def test_a_page_asks_for_the_second_factor_once_however_long_its_menu() -> None:
    client = inside(staff(Role.COMPLIANCE_MANAGER))
    with CaptureQueriesContext(connection) as asked:
        assert client.get(STAFF).status_code == 200
    table = Authenticator._meta.db_table
    assert sum(f'FROM "{table}"' in one["sql"] for one in asked.captured_queries) == 1


def test_staff_without_a_factor_are_sent_to_connect_one() -> None:
    user = staff(Role.OPERATOR)
    client = inside(user)
    assert client.get(STAFF).status_code == 200
    Authenticator.objects.filter(user=user).delete()
    assert client.get(STAFF)["Location"] == reverse("mfa_activate_totp")
