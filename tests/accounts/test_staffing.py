"""Staff accounts: personal, created by invitation, changed with a reason and never by their owner."""

from functools import partial
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models.users import State, User
from accounts.roles.refusals import NotPermitted
from accounts.roles.selectors import load_rights
from accounts.roles.values import MATRIX, Right, Role
from accounts.staff.refusals import (
    AddressTaken,
    InvitationInvalid,
    NothingChanged,
    NotPersonalAccount,
    OwnAccountRefused,
    RolesNotCombinable,
)
from accounts.staff.selectors.invitations import create_invitation_key
from accounts.staff.services import account_changes
from accounts.staff.services.account_acts import Newcomer
from accounts.staff.values import COMBINABLE_ROLES
from journal.models import Event, EventKind
from journal.refusals import ReasonMissing
from tests.accounts.people import demo, link_in_last_mail
from tests.accounts.staff import inside, staff
from tests.matrix.data import everything

pytestmark = pytest.mark.database

PAGE = "/staff/people/"
NEW_PASSWORD = "a password of Sara alone"
SARA = Newcomer("sara.luna@house.example", "Sara Luna", frozenset({Role.CASHIER}), "en")


def admin(name: str = "ada") -> User:
    return staff(Role.ADMINISTRATOR, name)


def made(newcomer: Newcomer = SARA) -> User:
    user = account_changes.create_staff(newcomer, reason="till two", acting_user=admin())
    assert isinstance(user, User)
    return user


def test_an_administrator_makes_an_account_that_its_owner_joins_by_the_link() -> None:
    client = inside(admin())
    form = {
        "full_name": "Sara  Luna",
        "email": "Sara.Luna@house.example",
        "language": "en",
        "roles": ["cashier"],
        "reason": "till two",
    }
    assert client.post(PAGE + "new/", form).status_code == 303
    sara = User.objects.get(email=SARA.email)
    assert (sara.full_name, sara.is_staff, sara.has_usable_password()) == ("Sara Luna", True, False)
    assert mail.outbox[-1].to == [SARA.email]

    own, link = Client(), link_in_last_mail()
    assert own.get(link).status_code == 200
    weak = own.post(link, {"password1": "short", "password2": "short"})
    assert weak.status_code == 422
    both = {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert own.post(link, {**both, "password2": "another"}).status_code == 422
    # Signed in at once, because the password has just been entered.
    assert own.post(link, both)["Location"] == "/staff/"
    assert Client().post(link, both).status_code == 410

    for address in ("/staff/", "/", "/bank/", "/options/"):
        assert own.get(address)["Location"] == "/account/2fa/totp/activate/", address
    created, joined = Event.objects.filter(subject=f"user {sara.pk}").order_by("id")[:2]
    assert (created.kind, created.data) == (
        "staff_created",
        {"after": {"roles": ["cashier"]}, "reason": "till two"},
    )
    assert (joined.kind, joined.actor_id) == ("staff_joined", sara.pk)


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"full_name": "Sara"}, NotPersonalAccount),
        ({"full_name": "Caja Dos"}, NotPersonalAccount),
        ({"full_name": "Staff Admin"}, NotPersonalAccount),
        ({"email": "caja@house.example"}, NotPersonalAccount),
        ({"email": "support.team@house.example"}, NotPersonalAccount),
        ({"email": "no address"}, NotPersonalAccount),
        ({"roles": frozenset()}, RolesNotCombinable),
        ({"roles": frozenset({Role.OPERATOR, Role.COMPLIANCE_MANAGER})}, RolesNotCombinable),
        ({"roles": frozenset({Role.ADMINISTRATOR, Role.CASHIER})}, RolesNotCombinable),
        ({"roles": frozenset({Role.COMPLIANCE_ANALYST, Role.CASHIER})}, None),
    ],
)
def test_an_account_is_one_persons_with_roles_that_go_together(
    change: dict[str, Any], refusal: type[Exception] | None
) -> None:
    given = {"email": SARA.email, "full_name": SARA.full_name, "roles": SARA.roles, **change}
    ada = admin()
    before = everything()
    if refusal is None:
        assert isinstance(
            account_changes.create_staff(Newcomer(**given), reason="x", acting_user=ada), User
        )
        return
    with pytest.raises(refusal):
        account_changes.create_staff(Newcomer(**given), reason="x", acting_user=ada)
    assert everything() == before


def test_no_two_roles_that_go_together_propose_and_approve_the_same() -> None:
    for pair in COMBINABLE_ROLES:
        held = frozenset[Right]().union(*(MATRIX[role] for role in pair))
        assert not [right for right in held if right.startswith("approve_")], pair


def test_a_players_address_is_no_address_of_staff() -> None:
    player = demo()
    taken = Newcomer(player.email, "Sara Luna", SARA.roles)
    with pytest.raises(AddressTaken):
        made(taken)
    player.refresh_from_db()
    assert not player.is_staff


def test_the_newest_invitation_is_the_only_one() -> None:
    sara = made()
    first = create_invitation_key(sara)
    account_changes.renew_invitation(sara.pk, acting_user=admin())
    sara.refresh_from_db()
    for wrong in (
        first,
        "x",
        "-",
        "MTIz-abc",
        create_invitation_key(sara)[:-1],
        create_invitation_key(demo()),
    ):
        with pytest.raises(InvitationInvalid):
            account_changes.accept_invitation(wrong, NEW_PASSWORD)
    assert account_changes.accept_invitation(create_invitation_key(sara), NEW_PASSWORD) == sara
    with pytest.raises(NothingChanged):
        account_changes.renew_invitation(sara.pk, acting_user=admin())


def test_invited_staff_cannot_use_the_password_reset() -> None:
    """An invitation ends after three days; a reset link would extend it whenever somebody asks."""
    sara, joined = made(), staff(Role.AUDITOR, "joined")
    mail.outbox.clear()
    answers = {
        Client().post("/account/password/reset/", {"email": email})["Location"]
        for email in (sara.email, joined.email)
    }
    assert len(answers) == 1
    links = {to for one in mail.outbox for to in one.to if "/password/reset/key/" in str(one.body)}
    assert links == {joined.email}


def test_roles_change_with_before_and_after_and_count_at_once() -> None:
    sara, ada = staff(Role.CASHIER, "sara"), admin()
    account_changes.change_roles(sara.pk, {Role.AUDITOR}, reason="new task", acting_user=ada)
    assert load_rights(sara) == MATRIX[Role.AUDITOR]
    event = Event.objects.get(kind=EventKind.STAFF_ROLES_CHANGED)
    assert (event.actor_id, event.subject) == (ada.pk, f"user {sara.pk}")
    assert event.data == {
        "before": {"roles": ["cashier"]},
        "after": {"roles": ["auditor"]},
        "reason": "new task",
    }
    assert not Event.objects.filter(kind="configuration_altered").exists()


EACH = [
    partial(account_changes.change_roles, roles={Role.AUDITOR}, reason="x"),
    partial(account_changes.reset_second_factor, reason="x"),
    partial(account_changes.end_sessions, reason="x"),
    partial(account_changes.set_state, state=State.CLOSED, reason="x"),
    partial(account_changes.set_state, state=State.LOCKED, reason="x"),
]


@pytest.mark.parametrize("act", EACH)
def test_staff_cannot_change_their_own_account(act: Any) -> None:
    ada = admin()
    before = everything()
    with pytest.raises(OwnAccountRefused):
        act(ada.pk, acting_user=ada)
    assert everything() == before


@pytest.mark.parametrize("act", EACH)
def test_players_and_former_staff_are_not_changed(act: Any) -> None:
    ada, player, gone = admin(), demo(), staff(Role.CASHIER)
    account_changes.set_state(gone.pk, State.CLOSED, reason="left", acting_user=ada)
    before = everything()
    for pk in (player.pk, gone.pk, 0):
        with pytest.raises(NothingChanged):
            act(pk, acting_user=ada)
    assert everything() == before


@pytest.mark.parametrize("act", EACH)
def test_each_needs_its_reason_and_its_right(act: Any) -> None:
    sara, ada, auditor = staff(Role.CASHIER), admin(), staff(Role.AUDITOR)
    before = everything()
    with pytest.raises(ReasonMissing):
        act(sara.pk, acting_user=ada, reason="  ")
    with pytest.raises(NotPermitted):
        act(sara.pk, acting_user=auditor)
    assert everything() == before


def test_a_lost_factor_is_reset_through_the_own_address() -> None:
    sara, ada = staff(Role.CASHIER, "sara"), admin()
    client = inside(sara)
    assert client.get("/staff/").status_code == 200

    answer = inside(ada).post(f"{PAGE}{sara.pk}/reset/", {"reason": "seen at the door"})

    assert answer.status_code == 303
    assert client.get("/staff/")["Location"].startswith("/account/login/")
    assert not Authenticator.objects.filter(user=sara).exists()
    sara.refresh_from_db()
    assert not sara.has_usable_password()
    Client().post(link_in_last_mail(), {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})
    sara.refresh_from_db()
    assert sara.check_password(NEW_PASSWORD)


def test_signing_out_everywhere_keeps_the_password() -> None:
    sara = staff(Role.CASHIER, "sara")
    first, second = inside(sara), inside(sara)
    account_changes.end_sessions(sara.pk, reason="left a browser open", acting_user=admin())
    for client in (first, second):
        assert client.get("/staff/")["Location"].startswith("/account/login/")
    sara.refresh_from_db()
    assert inside(sara).get("/staff/").status_code == 200


def test_a_locked_account_opens_again_and_a_closed_one_never() -> None:
    sara, ada = staff(Role.CASHIER, "sara"), admin()
    client = inside(sara)
    for state in (State.LOCKED, State.ACTIVE):
        account_changes.set_state(sara.pk, state, reason="checked", acting_user=ada)
        assert client.get("/staff/").status_code == 302
    sara.refresh_from_db()
    assert inside(sara).get("/staff/").status_code == 200
    account_changes.set_state(sara.pk, State.CLOSED, reason="left", acting_user=ada)
    with pytest.raises(NothingChanged):
        account_changes.set_state(sara.pk, State.ACTIVE, reason="back", acting_user=ada)
    assert load_rights(User.objects.get(pk=sara.pk)) == frozenset()


def test_the_first_administrator_is_made_by_command(capsys: pytest.CaptureFixture[str]) -> None:
    call = partial(call_command, "create_staff", "eva.mora@house.example", "Eva Mora")
    call("administrator", "the house opens")
    told = capsys.readouterr().out
    eva = User.objects.get(email="eva.mora@house.example")
    assert create_invitation_key(eva).partition("-")[0] in told
    call("administrator", "the link was lost")
    account_changes.accept_invitation(
        create_invitation_key(User.objects.get(pk=eva.pk)), NEW_PASSWORD
    )
    with pytest.raises(CommandError):
        call("administrator", "again")
    assert load_rights(User.objects.get(pk=eva.pk)) == MATRIX[Role.ADMINISTRATOR]
    event = Event.objects.get(kind=EventKind.STAFF_CREATED)
    assert (event.actor_id, event.data["by"]) == (None, "by command at the server")
