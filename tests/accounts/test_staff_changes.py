"""Changes to administrators and managers: proposed, and approved by a second person with a week-old account."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts.models.staff import StaffChange, StaffChangeDecision
from accounts.models.users import State, User
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Right, Role
from accounts.staff import refusals
from accounts.staff.selectors.staff_accounts import list_roles
from accounts.staff.services import account_changes, proposals
from accounts.staff.services.account_acts import Newcomer
from journal.models import Event, EventKind
from journal.refusals import AnotherPersonNeeded, ChangedMeanwhile, Refusal
from pages.filters import page_url
from reports.dashboard.words.work_queue import count_queues
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff
from tests.matrix.data import everything

pytestmark = pytest.mark.database

SARA = Newcomer("sara.luna@house.example", "Sara Luna", frozenset({Role.ADMINISTRATOR}), "en")


def old(role: Role = Role.ADMINISTRATOR, name: str = "otto", days: float = 8) -> User:
    user = staff(role, name)
    User.objects.filter(pk=user.pk).update(created_at=timezone.now() - timedelta(days=days))
    user.refresh_from_db()
    return user


def ada() -> User:
    return staff(Role.ADMINISTRATOR, "ada")


def refused(error: type[Refusal], act: Callable[[], object]) -> None:
    before = everything()
    with pytest.raises(error) as caught, transaction.atomic():
        act()
    assert caught.value.code == error.code
    assert everything() == before


def proposed(kind: str, mara: User) -> StaffChange:
    """Return the change that Ada proposed; all kinds but `create` concern Mara, a manager."""
    by: dict[str, Any] = {"reason": "seen at the door", "acting_user": ada()}
    acts: dict[str, Callable[[], object]] = {
        "create": lambda: account_changes.create_staff(SARA, **by),
        "roles": lambda: account_changes.change_roles(mara.pk, {Role.AUDITOR}, **by),
        "factor": lambda: account_changes.reset_second_factor(mara.pk, **by),
        "state": lambda: account_changes.set_state(mara.pk, State.CLOSED, **by),
        "address": lambda: account_changes.change_address(mara.pk, "mara.new@house.example", **by),
    }
    made = acts[kind]()
    assert isinstance(made, StaffChange)
    return made


KINDS = [kind.value for kind in StaffChange.Kind]


@pytest.mark.parametrize("kind", KINDS)
def test_a_staff_change_needs_two_people(kind: str) -> None:
    mara = staff(Role.COMPLIANCE_MANAGER, "mara")
    rows = list(User.objects.order_by("pk").values())

    change = proposed(kind, mara)

    ada_ = {"pk": ada().pk}
    assert [one for one in User.objects.order_by("pk").values() if one["id"] != ada_["pk"]] == rows
    assert list_roles(User.objects.get(pk=mara.pk)) == [Role.COMPLIANCE_MANAGER]
    assert Authenticator.objects.filter(user=mara).exists()
    assert Event.objects.get(kind=EventKind.STAFF_CHANGE_PROPOSED).data["change"] == change.kind


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("role", [Role.ADMINISTRATOR, Role.COMPLIANCE_MANAGER])
def test_an_approved_staff_change_takes_effect(kind: str, role: Role) -> None:
    mara = staff(Role.COMPLIANCE_MANAGER, "mara")
    change = proposed(kind, mara)

    done = proposals.decide_change(change.pk, approved=True, acting_user=old(role))

    assert done is not None
    done.refresh_from_db()
    seen: dict[str, Callable[[], bool]] = {
        "create": lambda: (done.email, list_roles(done)) == (SARA.email, [Role.ADMINISTRATOR]),
        "roles": lambda: list_roles(User.objects.get(pk=mara.pk)) == [Role.AUDITOR],
        "factor": lambda: not Authenticator.objects.filter(user=mara).exists(),
        "state": lambda: done.state == State.CLOSED,
        "address": lambda: EmailAddress.objects.get(user=mara).email == "mara.new@house.example",
    }
    assert seen[kind]()
    assert StaffChangeDecision.objects.get().approved
    assert Event.objects.filter(kind=EventKind.STAFF_CHANGE_APPROVED).count() == 1
    refused(
        ChangedMeanwhile,
        lambda: proposals.decide_change(change.pk, approved=True, acting_user=old(role)),
    )


def test_a_refused_staff_change_has_no_effect() -> None:
    change = proposed("create", staff(Role.COMPLIANCE_MANAGER, "mara"))
    assert proposals.decide_change(change.pk, approved=False, acting_user=old()) is None
    assert not User.objects.filter(email=SARA.email).exists()


def test_proposers_subjects_and_new_accounts_cannot_decide() -> None:
    mara = old(Role.COMPLIANCE_MANAGER, "mara")
    change = proposed("roles", mara)
    User.objects.filter(pk=ada().pk).update(created_at=timezone.now() - timedelta(days=30))
    for error, who in (
        (AnotherPersonNeeded, ada()),
        (AnotherPersonNeeded, mara),
        (refusals.ApproverTooNew, old(name="new", days=6.9)),
    ):
        refused(
            error,
            lambda who=who: proposals.decide_change(change.pk, approved=True, acting_user=who),  # type: ignore[misc]  # untyped lambda default
        )
    with pytest.raises(NotPermitted):
        proposals.decide_change(change.pk, approved=True, acting_user=old(Role.OPERATOR, "op"))


def test_the_database_refuses_the_same() -> None:
    mara = old(Role.COMPLIANCE_MANAGER, "mara")
    change = proposed("roles", mara)
    people = (ada(), mara, old(name="new", days=6.9), old(Role.OPERATOR, "op"), ana_confirmed())
    for who in people:
        with pytest.raises(IntegrityError), transaction.atomic():
            StaffChangeDecision.objects.create(proposal=change, approved=True, decided_by=who)
    assert not StaffChangeDecision.objects.exists()


def test_a_proposal_for_outdated_roles_is_refused() -> None:
    mara = staff(Role.COMPLIANCE_MANAGER, "mara")
    first, second = proposed("roles", mara), proposed("roles", mara)
    proposals.decide_change(first.pk, approved=True, acting_user=old())
    refused(
        refusals.NothingChanged,
        lambda: proposals.decide_change(second.pk, approved=True, acting_user=old()),
    )


def change_address(pk: int) -> None:
    account_changes.change_address(pk, "cora.new@house.example", reason="typo", acting_user=ada())


def change_address_and_back(pk: int) -> None:
    before = User.objects.get(pk=pk).email
    change_address(pk)
    account_changes.change_address(pk, before, reason="back again", acting_user=ada())


def reset_factor(pk: int) -> None:
    account_changes.reset_second_factor(pk, reason="lost telephone", acting_user=ada())


def replace_factor(pk: int) -> None:
    Authenticator.objects.filter(user=pk).delete()
    TOTP.activate(User.objects.get(pk=pk), generate_totp_secret())


def end_sessions(pk: int) -> None:
    account_changes.end_sessions(pk, reason="odd visits", acting_user=ada())


@pytest.mark.parametrize(
    "meanwhile",
    [change_address, change_address_and_back, reset_factor, replace_factor, end_sessions],
)
def test_a_promotion_of_a_changed_account_is_refused(
    meanwhile: Callable[[int], object],
) -> None:
    cora = staff(Role.CASHIER, "cora")
    promotion: Any = {"reason": "she leads the desk", "acting_user": ada()}
    change = account_changes.change_roles(cora.pk, {Role.COMPLIANCE_MANAGER}, **promotion)
    meanwhile(cora.pk)

    refused(
        refusals.AccountChanged,
        lambda: proposals.decide_change(change.pk, approved=True, acting_user=old()),
    )

    assert list_roles(User.objects.get(pk=cora.pk)) == [Role.CASHIER]
    page = inside(old()).post(f"/staff/people/changes/{change.pk}/", {"verdict": "approve"})
    assert page.status_code == 409
    assert "has changed since this was proposed" in page.text
    proposals.decide_change(change.pk, approved=False, acting_user=old())
    anew = account_changes.change_roles(cora.pk, {Role.COMPLIANCE_MANAGER}, **promotion)
    assert proposals.decide_change(anew.pk, approved=True, acting_user=old())


def test_the_approver_sees_the_address_of_the_account() -> None:
    cora = staff(Role.CASHIER, "cora")
    account_changes.change_roles(
        cora.pk, {Role.COMPLIANCE_MANAGER}, reason="she leads the desk", acting_user=ada()
    )
    assert cora.email in inside(old()).get("/staff/people/changes/").text
    told = Event.objects.get(kind=EventKind.STAFF_CHANGE_PROPOSED).data
    assert cora.email not in str(told)


def test_a_stolen_account_is_locked_by_one_person() -> None:
    mara = staff(Role.COMPLIANCE_MANAGER, "mara")
    account_changes.set_state(mara.pk, State.LOCKED, reason="stolen", acting_user=ada())
    assert User.objects.get(pk=mara.pk).state == State.LOCKED


def test_on_the_pages_a_manager_approves_and_the_newcomer_is_invited(mailoutbox: list[Any]) -> None:
    form = {
        "full_name": "Sara Luna",
        "email": SARA.email,
        "language": "en",
        "roles": ["administrator"],
        "reason": "a second one",
    }
    answer = inside(ada()).post("/staff/people/new/", form)
    assert answer["Location"] == "/staff/people/changes/"
    assert not User.objects.filter(email=SARA.email).exists()
    change = StaffChange.objects.get()

    client: Client = inside(old(Role.COMPLIANCE_MANAGER, "mara"))
    page = client.get("/staff/people/changes/")
    assert "Sara Luna" in page.text
    address = f"/staff/people/changes/{change.pk}/"
    assert client.post(address, {"verdict": "approve"}).status_code == 303

    assert User.objects.get(email=SARA.email).is_staff
    assert mailoutbox[-1].to == [SARA.email]
    again = client.post(address, {"verdict": "approve"})
    assert again.status_code == 409
    assert "has changed in the meantime" in again.text


def test_staff_do_not_change_their_own_address(mailoutbox: list[Any]) -> None:
    client = inside(ada())
    client.post("/account/email/", {"email": "x.y@example.com", "action_add": ""})
    assert not EmailAddress.objects.filter(email="x.y@example.com").exists()
    assert mailoutbox == []


def by_command(email: str, role: str) -> None:
    call_command("create_staff", email, "Eva Mora", role, "the house opens")


@pytest.mark.empty
def test_the_command_makes_the_first_two_administrators_each_with_an_alarm(capsys: Any) -> None:
    by_command("eva.mora@house.example", "administrator")
    by_command("ana.mora@house.example", "administrator")
    told = capsys.readouterr().out.splitlines()
    assert "Give Eva Mora this address, and nobody else: http://testserver/account/" in told[0]
    alarms = Event.objects.filter(kind=EventKind.ADMINISTRATOR_BY_COMMAND, severity="alarm")
    assert alarms.count() == 2
    for role in ("administrator", "compliance_manager"):
        with pytest.raises(CommandError, match="first two administrators"):
            by_command("luz.mora@house.example", role)
    assert not User.objects.filter(email="luz.mora@house.example").exists()
    by_command("luz.mora@house.example", "cashier")


def test_renewing_an_approvers_invitation_at_the_server_raises_an_alarm() -> None:
    for email, role in (
        ("eva.mora@house.example", "administrator"),
        ("luz.mora@house.example", "cashier"),
    ):
        by_command(email, role)
        by_command(email, role)
    invited = Event.objects.get(kind=EventKind.INVITED_BY_COMMAND)
    assert invited.severity == "alarm"
    assert invited.subject == f"user {User.objects.get(email='eva.mora@house.example').pk}"
    assert Event.objects.filter(kind=EventKind.STAFF_INVITED).count() == 2


@pytest.mark.empty
def test_a_locked_administrator_is_replaced_at_the_server() -> None:
    by_command("eva.mora@house.example", "administrator")
    by_command("ana.mora@house.example", "administrator")
    with pytest.raises(CommandError):
        by_command("sol.mora@house.example", "administrator")
    call_command("lock_staff", "eva.mora@house.example", "lost their phone")
    eva = User.objects.get(email="eva.mora@house.example")
    assert eva.state == State.LOCKED
    with pytest.raises(CommandError):
        call_command("lock_staff", "eva.mora@house.example", "once more")
    with pytest.raises(CommandError):
        call_command("lock_staff", "nobody@house.example", "who")
    by_command("sol.mora@house.example", "administrator")
    assert Event.objects.filter(kind=EventKind.ADMINISTRATOR_BY_COMMAND).count() == 3
    with pytest.raises(CommandError):
        by_command("luz.mora@house.example", "administrator")

    sol = User.objects.get(email="sol.mora@house.example")
    User.objects.filter(pk=sol.pk).update(created_at=timezone.now() - timedelta(days=8))
    ana = User.objects.get(email="ana.mora@house.example")
    change = account_changes.set_state(eva.pk, State.CLOSED, reason="has left", acting_user=ana)
    assert isinstance(change, StaffChange)
    sol.refresh_from_db()
    proposals.decide_change(change.pk, approved=True, acting_user=sol)
    eva.refresh_from_db()
    assert eva.state == State.CLOSED


def test_proposals_are_in_the_work_queue_of_approvers() -> None:
    proposed("roles", old(Role.COMPLIANCE_MANAGER, "mara"))
    (found,) = count_queues({Right.APPROVE_STAFF})
    assert (found.count, page_url(found.page)) == (1, "/staff/people/changes/")
    assert 'href="/staff/people/changes/"' in inside(old(name="otto")).get("/staff/").text
    assert count_queues({Right.VIEW_PLAYERS}) == []
