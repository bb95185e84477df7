"""Other systems of the house: service keys, webhooks, registered apps; and its files and events."""

from datetime import date

from django.utils import timezone

from accounts.models.users import User
from accounts.roles.values import Right, Role
from accounts.staff.selectors.invitations import create_invitation_key
from accounts.staff.services import account_changes as staffing
from accounts.staff.services.account_acts import Newcomer
from api.services.webhook_delivery import claim_due, record_answer
from api.services.webhook_endpoints import rotate_secret
from api.services.webhook_networks import propose_network
from api.services.webhook_queue import queue_events
from api.values.scopes import Scope
from api.values.webhook_keys import SigningAlgorithm
from journal.models import Alteration, Check, Event, EventKind
from journal.services.configured_rows import verify_rows
from journal.services.recording import record
from reports.catalogue.reports import REPORTS
from reports.models import ArchivedDay, DayReview
from tests.accounts.staff import staff
from tests.api.keys import issue as issue_key
from tests.api.webhooks import answered, endpoint, list_network, paid
from tests.compliance.built import show_a_build
from tests.everywhere.arguments import Pages
from tests.everywhere.house_money import ROW
from tests.journal.chains import chain_all
from tests.reports.exporting import asked as asked_file


def build_staff() -> Pages:
    """Create an invited person, a proposed change of roles and a service key."""
    admin = staff(Role.ADMINISTRATOR)
    newcomer = Newcomer("sara.luna@house.example", "Sara Luna", frozenset({Role.CASHIER}))
    sara = staffing.create_staff(newcomer, reason="till two", acting_user=admin)
    assert isinstance(sara, User)
    other = staff(Role.CASHIER, "tomas")
    staffing.change_roles(other.pk, {Role.AUDITOR}, reason="a new task", acting_user=admin)
    key = issue_key(other, Scope.PLAYERS_READ, networks=("192.0.2.0/24",))
    return {
        "keys:key": {"pk": key.key.pk},
        "people:person": {"pk": other.pk},
        "account_invitation": {"key": create_invitation_key(sara)},
    }


def build_files() -> Pages:
    """Create a file of a report."""
    file = asked_file(staff(Role.AUDITOR))
    written = {"rows": 3, "bytes": 1200, "sha256": "0" * 64}
    day = ArchivedDay.objects.create(day=date(2026, 1, 1), files={"players": written})
    DayReview.objects.create(day=day, reason="seen", proposed_by=staff(Role.OPERATOR))
    return {
        "reports:archived_day": {"pk": day.pk},
        "reports:report": tuple(
            {"name": one.name} for one in REPORTS if one.right == Right.VIEW_REPORTS
        ),
        "reports:export": {"name": "hands"},
        "reports:file": {"public_id": file.public_id},
    }


def build_events() -> Pages:
    """Create an alarm, and checks with findings."""
    alarm = record(EventKind.LEDGER_BROKEN, subject="ledger", data={"findings": [ROW]})
    chain_all()
    verify_rows(Check.Occasion.DEMAND)
    built = show_a_build()
    altered = Alteration.objects.filter(table_name="tables_rulesetversion").latest("pk")
    assert Event.objects.filter(kind="staff_roles_changed").exists()
    return {
        "events:event": {"pk": alarm.pk},
        "events:change": {"pk": altered.pk},
        "builds:build": {"pk": built.pk},
    }


def build_webhooks() -> Pages:
    """Return an endpoint with a delivered and a failed delivery, a rotated secret and networks in every state."""
    list_network()
    propose_network("10.1.0.0/16", reason="till two", acting_user=staff(Role.ADMINISTRATOR))
    one, _key = endpoint(EventKind.WITHDRAWAL_PAID, EventKind.DEPOSIT_CREDITED)
    rotate_secret(one.pk, SigningAlgorithm.ED25519, acting_user=staff(Role.ADMINISTRATOR))
    queue_events(one, [paid(number).pk for number in (1, 2)])
    answers = [answered(204), answered(500, "sorry")]
    for claimed, answer in zip(claim_due(timezone.now()), answers, strict=True):
        record_answer(claimed, answer, timezone.now())
    delivery = one.deliveries.latest("pk")
    address = {"pk": one.pk}
    return {
        "webhooks:endpoint": address,
        "webhooks:change": address,
        "webhooks:delivery": {"pk": delivery.pk},
    }
