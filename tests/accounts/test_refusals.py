"""Events for staff who request what their role does not allow; players and strangers leave none."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.roles.values import Role
from journal.models import Event
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.compliance.cases import analyst, manager, proposed, seen, won
from tests.matrix.data import everything

pytestmark = pytest.mark.database


def refusals() -> list[dict[str, str]]:
    return [event.data for event in Event.objects.filter(kind="staff_refused").order_by("pk")]


def test_a_refusal_that_a_page_answers_itself_is_noted_too() -> None:
    """The proposer of a void cannot approve it; the page itself answers 403."""
    nora, marta = analyst(), manager()
    case = proposed(won(), acting_user=nora)
    nora.groups.add(*marta.groups.all())
    client = inside(nora)
    address = reverse("voids:decide", args=[case.public_id])
    answer = client.post(address, {"verdict": "approve", "seen": seen(case)})
    assert answer.status_code == 403
    assert refusals() == [{"method": "POST", "address": address}]


def test_a_form_without_its_token_is_noted() -> None:
    client = inside(staff(Role.CASHIER))
    client.handler.enforce_csrf_checks = True
    address = reverse("cash:correct")
    assert client.post(address, {"amount": "5"}).status_code == 403
    assert refusals() == [{"method": "POST", "address": address}]


def test_each_address_is_noted_once_an_hour_and_nothing_else_changes() -> None:
    cashier, player = staff(Role.CASHIER), scenes.new_player()
    client = inside(cashier)
    limits, people = reverse("tables:house"), reverse("people:list")
    before = everything()
    for address in (limits, limits, people):
        assert client.get(address).status_code == 403
    assert client.post(limits, {"max_bet": "5"}).status_code == 403

    assert refusals() == [
        {"method": "GET", "address": limits},
        {"method": "GET", "address": people},
        {"method": "POST", "address": limits},
    ]
    event = Event.objects.filter(kind="staff_refused").earliest("pk")
    assert (event.actor_id, event.subject) == (cashier.pk, f"user {cashier.pk}")
    assert everything() == before
    for other in (scenes.signed_in(player), Client()):
        other.get(limits)
    assert len(refusals()) == 3
