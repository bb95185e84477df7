"""Service keys: made, shown once, rotated, revoked; and what a request with one is refused for."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models.users import State, User
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from api.models import ServiceKey
from api.refusals import KeyEnded, OwnerIsMaker, ScopeBeyondOwner
from api.services import service_keys
from api.values.scopes import RIGHTS, Scope
from api.values.service_keys import create_secret, is_well_formed
from journal.models import Event, EventKind
from tests.accounts.staff import inside, staff
from tests.api.calls import assert_problem, get, read
from tests.api.keys import MONTH, call, issue, request_for, stored

pytestmark = pytest.mark.database
READ = Scope.PLAYERS_READ


def events(kind: EventKind) -> list[dict[str, Any]]:
    return [
        {"actor": one.actor_id, "subject": one.subject, **one.data}
        for one in Event.objects.filter(kind=kind.value).order_by("pk")
    ]


def test_a_key_has_a_checksum_and_only_its_hash_is_stored() -> None:
    key = issue(staff(Role.AUDITOR), READ)
    assert key.secret.startswith("lgl_test_")
    assert is_well_formed(key.secret)
    wrong = key.secret[:-1] + ("a" if key.secret[-1] != "a" else "b")
    swapped = key.secret[:20] + key.secret[21] + key.secret[20] + key.secret[22:]
    assert not is_well_formed(wrong)
    assert not is_well_formed(swapped) or swapped == key.secret
    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(k)::text FROM api_servicekey AS k")
        (row,) = cursor.fetchone()
        cursor.execute("SELECT string_agg(a::text, '') FROM journal_alteration AS a")
        (history,) = cursor.fetchone()
    for text in (row, history, repr(events(EventKind.SERVICE_KEY_MADE))):
        assert key.secret not in text
        assert key.secret[20:40] not in text
    assert key.key.key_hash not in history


def test_a_key_reads_what_its_scope_allows_and_notes_its_use_once_a_minute() -> None:
    owner = staff(Role.AUDITOR)
    key = issue(owner, READ)
    answer = call(key, "/players")
    assert read(answer)["next"] is None
    assert answer["RateLimit-Policy"] == '"service";q=600;w=60'
    used = stored(key)
    assert (used.last_used_from, used.last_used_at is not None) == ("127.0.0.1", True)
    read(call(key, "/players"))
    assert stored(key).last_used_at == used.last_used_at
    ServiceKey.objects.update(last_used_at=timezone.now() - timedelta(seconds=61))
    read(call(key, "/players"))
    assert stored(key).last_used_at != used.last_used_at
    assert not Event.objects.filter(kind=EventKind.CONFIGURATION_ALTERED.value).exists()


def test_what_is_no_valid_key_gets_401_and_its_own_code() -> None:
    key = issue(staff(Role.AUDITOR), READ)
    expired, revoked = (issue(staff(Role.AUDITOR), READ) for _ in range(2))
    elsewhere = issue(staff(Role.AUDITOR), READ, networks=("192.0.2.0/24", "2001:db8::/32"))
    ServiceKey.objects.filter(pk=expired.key.pk).update(expires_at=timezone.now())
    service_keys.revoke_key(revoked.key.pk, reason="lost", acting_user=staff(Role.ADMINISTRATOR))
    wrong = {
        create_secret("lgl_test_"): "invalid_key",
        key.secret[:-1]: "invalid_key",
        "lgl_test_": "invalid_key",
        "ñ": "invalid_key",
        expired.secret: "key_expired",
        revoked.secret: "key_revoked",
        elsewhere.secret: "network_not_allowed",
    }
    for secret, code in wrong.items():
        answer = call(secret, "/players")
        assert_problem(answer, 401, code)
        assert answer["WWW-Authenticate"] == 'Bearer realm="api"'
        assert secret not in answer.text
    assert_problem(get("/operator/players"), 401, "key_missing")
    for header in ("Basic eDp5", "Bearer", "lgl_test_"):
        assert_problem(get("/operator/players", authorization=header), 401, "key_missing")
    assert {one["code"] for one in events(EventKind.SERVICE_KEY_REFUSED)} == {
        *("key_expired", "key_revoked", "network_not_allowed"),
    }
    assert not ServiceKey.objects.exclude(last_used_at=None).exists()
    read(call(elsewhere, "/players", REMOTE_ADDR="192.0.2.77"))


def test_a_refused_scope_is_one_event_an_hour_and_moves_nothing() -> None:
    key = issue(staff(Role.AUDITOR), Scope.REPORTS_READ)
    for _ in range(3):
        assert_problem(call(key, "/players"), 403, "scope_missing")
    (told,) = events(EventKind.SERVICE_KEY_REFUSED)
    assert (told["code"], told["scope"]) == ("scope_missing", "players:read")
    assert told["actor"] == key.key.owner_id
    assert not Event.objects.filter(kind=EventKind.PLAYERS_LISTED.value).exists()
    assert not Event.objects.filter(kind=EventKind.STAFF_REFUSED.value).exists()


def test_a_key_never_does_more_than_its_owner_may_now() -> None:
    owner = staff(Role.AUDITOR)
    key = issue(owner, READ)
    read(call(key, "/players"))
    groups = list(owner.groups.all())
    owner.groups.clear()
    assert_problem(call(key, "/players"), 403, "owner_not_permitted")
    owner.groups.set(groups)
    read(call(key, "/players"))
    User.objects.filter(pk=owner.pk).update(state=State.CLOSED)
    assert_problem(call(key, "/players"), 403, "owner_not_permitted")


def test_every_scope_needs_a_right_and_none_of_them_approves() -> None:
    assert set(RIGHTS) == set(Scope)
    for scope, rights in RIGHTS.items():
        assert rights, scope
        assert not [one for one in rights if one.value.startswith(("approve", "edit_staff"))]


def test_only_an_administrator_makes_keys_and_not_in_their_own_name() -> None:
    admin, auditor = staff(Role.ADMINISTRATOR), staff(Role.AUDITOR)
    with pytest.raises(NotPermitted):
        service_keys.make_key(request_for(auditor, READ), acting_user=auditor)
    with pytest.raises(OwnerIsMaker):
        service_keys.make_key(request_for(admin, READ), acting_user=admin)
    with pytest.raises(ScopeBeyondOwner) as refused:
        service_keys.make_key(request_for(auditor, READ, Scope.RATES_PROPOSE), acting_user=admin)
    assert "rates:propose" in str(refused.value)
    assert not ServiceKey.objects.exists()


def test_two_keys_are_valid_while_one_is_rotated_and_never_three() -> None:
    admin = staff(Role.ADMINISTRATOR)
    first = issue(staff(Role.AUDITOR), READ, networks=("127.0.0.0/8",))
    day = timedelta(days=1)
    second = service_keys.rotate_key(first.key.pk, valid_for=MONTH, overlap=day, acting_user=admin)
    read(call(first, "/players"))
    read(call(second, "/players"))
    assert stored(first).expires_at < timezone.now() + day + timedelta(minutes=1)
    assert (second.key.scopes, second.key.networks) == (first.key.scopes, ["127.0.0.0/8"])
    with pytest.raises(KeyEnded):
        service_keys.rotate_key(first.key.pk, valid_for=MONTH, overlap=day, acting_user=admin)

    third = service_keys.rotate_key(
        second.key.pk, valid_for=MONTH, overlap=timedelta(0), acting_user=admin
    )
    assert_problem(call(first, "/players"), 401, "key_expired")
    assert_problem(call(second, "/players"), 401, "key_expired")
    read(call(third, "/players"))
    service_keys.revoke_key(third.key.pk, reason="over", acting_user=admin)
    assert_problem(call(third, "/players"), 401, "key_revoked")
    with pytest.raises(KeyEnded):
        service_keys.revoke_key(third.key.pk, reason="again", acting_user=admin)
    assert [
        len(events(kind))
        for kind in (
            EventKind.SERVICE_KEY_MADE,
            EventKind.SERVICE_KEY_ROTATED,
            EventKind.SERVICE_KEY_REVOKED,
        )
    ] == [1, 2, 1]


def test_the_database_keeps_a_key_as_it_was_made() -> None:
    key = issue(staff(Role.AUDITOR), READ).key
    service_keys.revoke_key(key.pk, reason="over", acting_user=staff(Role.ADMINISTRATOR))
    later = timezone.now() + timedelta(days=400)
    for change in (
        {"scopes": [Scope.RATES_PROPOSE.value]},
        {"expires_at": later},
        {"revoked_at": None, "revoked_by": None},
        {"owner": staff(Role.OPERATOR)},
        {"networks": ["0.0.0.0/0"]},
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            ServiceKey.objects.filter(pk=key.pk).update(**change)
    with pytest.raises(DatabaseError), transaction.atomic():
        ServiceKey.objects.filter(pk=key.pk).delete()


def test_a_key_and_a_guessing_network_have_rate_limits(settings: Any) -> None:
    settings.API_REQUESTS_PER_MINUTE = {
        **settings.API_REQUESTS_PER_MINUTE,
        "service": 2,
        "failed_keys": 2,
    }
    cache.clear()
    key, other = (issue(staff(Role.AUDITOR), READ) for _ in range(2))
    answers = [call(key, "/players") for _ in range(3)]
    assert [one.status_code for one in answers] == [200, 200, 429]
    assert answers[2]["Retry-After"]
    read(call(other, "/players"))
    guesses = [call(create_secret("lgl_test_"), "/players") for _ in range(3)]
    assert [one.status_code for one in guesses] == [401, 401, 429]
    cache.clear()


def test_a_request_costs_a_fixed_number_of_queries() -> None:
    key = issue(staff(Role.AUDITOR), READ)
    read(call(key, "/players"))
    with CaptureQueriesContext(connection) as found:
        read(call(key, "/players"))
    # the key, its owner's rights, the list, balances, the look; the rate limit is in the cache
    assert len([one for one in found if "config_cache" not in one["sql"]]) == 5


def test_the_pages_show_a_key_once_and_rotate_and_revoke_it() -> None:
    owner, admin = staff(Role.AUDITOR), inside(staff(Role.ADMINISTRATOR))
    form = {"name": "warehouse", "owner": owner.pk, "scopes": ["players:read"], "days": "90"}
    refused = admin.post("/staff/keys/new/", {**form, "networks": "here"})
    assert refused.status_code == 422
    assert "Enter IP addresses or networks" in refused.text
    assert 'name="scopes"' not in admin.get("/staff/keys/new/").text  # the person comes first
    offered = admin.get(f"/staff/keys/new/?owner={owner.pk}").text
    boxes = dict(re.findall(r'value="(\w+:\w+)"[^>]*?( disabled)?>', offered))
    assert (boxes["players:read"], boxes["rates:propose"]) == ("", " disabled")
    assert "propose exchange rates · needs the role Operator" in offered
    beyond = admin.post("/staff/keys/new/", {**form, "scopes": ["rates:propose"]})
    assert "may not do this themselves: rates:propose" in beyond.text
    assert not ServiceKey.objects.exists()

    made = admin.post("/staff/keys/new/", {**form, "networks": "127.0.0.1\n10.0.0.0/8"})
    secret = made.text.split('<code class="staff-secret">')[1].split("<")[0]
    read(call(secret, "/players"))
    key = ServiceKey.objects.get()
    assert key.networks == ["127.0.0.1/32", "10.0.0.0/8"]
    page = admin.get(f"/staff/keys/{key.pk}/").text
    for shown in (page, admin.get("/staff/keys/").text):
        assert key.hint in shown
        assert secret not in shown

    turned = admin.post(f"/staff/keys/{key.pk}/rotate/", {"days": "30", "overlap": "1"})
    second = turned.text.split('<code class="staff-secret">')[1].split("<")[0]
    read(call(second, "/players"))
    again = admin.post(f"/staff/keys/{key.pk}/rotate/", {"days": "30", "overlap": "1"})
    assert again.status_code == 409
    assert admin.post(f"/staff/keys/{key.pk}/revoke/", {"reason": ""}).status_code == 422
    admin.post(f"/staff/keys/{key.pk}/revoke/", {"reason": "lost laptop"})
    assert_problem(call(secret, "/players"), 401, "key_revoked")
    assert events(EventKind.SERVICE_KEY_REVOKED)[0]["reason"] == "lost laptop"
