"""Second-factor resets by staff: compare, request, decide, stop, and what each reader sees."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models.recovery import FactorReset, FactorResetDecision, FactorResetEnd
from accounts.models.users import User
from accounts.roles.values import Right, Role
from reports.dashboard.words.work_queue import count_queues
from tests.accounts.recovering import ana_without_her_phone, approved, asked, comparing
from tests.accounts.staff import inside, staff

pytestmark = pytest.mark.database
LIST = "/staff/players/second-steps/"


def send(client: Client, player: User, reason: str) -> Any:
    address = reverse("players:reset", args=[player.pk])
    found = re.search(r'name="key" value="([0-9a-f-]{36})"', client.get(address).text)
    assert found
    return client.post(address, {"key": found.group(1), "reason": reason})


def test_an_analyst_compares_and_asks_by_the_pages() -> None:
    user, _secret = ana_without_her_phone()
    client = inside(staff(Role.COMPLIANCE_ANALYST))
    assert "authenticator app" in client.get(reverse("players:player", args=[user.pk])).text
    refused = send(client, user, "lost her phone")
    assert refused.status_code == 422
    assert "Compare first" in refused.text
    assert "lost her phone" in refused.text
    client.get(reverse("players:number", args=[user.pk]))
    assert send(client, user, "lost her phone").status_code == 303
    assert FactorReset.objects.get().player_id == user.pk
    assert (
        "A reset of the second factor was requested"
        in client.get(reverse("players:player", args=[user.pk])).text
    )
    assert [one.count for one in count_queues({Right.VIEW_PLAYERS})] == [1]


def test_a_manager_decides_and_the_requester_cannot() -> None:
    user, _secret = ana_without_her_phone()
    row = asked(user)
    address = reverse("players:decide_reset", args=[row.pk])
    own = inside(comparing(Role.COMPLIANCE_MANAGER, user))
    sent = {"verdict": "approve", "reason": "the same"}
    assert own.post(address, sent).status_code == 303
    assert FactorResetDecision.objects.get().approved
    text = own.get(LIST).text
    assert "has not left yet" in text
    assert 'value="approve"' not in text


def test_the_requester_reads_that_another_person_decides() -> None:
    user, _secret = ana_without_her_phone()
    manager = comparing(Role.COMPLIANCE_MANAGER, user)
    client = inside(manager)
    send(client, user, "lost")
    row = FactorReset.objects.get()
    assert "Another person has to decide." in client.get(LIST).text
    sent = {"verdict": "approve", "reason": "mine"}
    answer = client.post(reverse("players:decide_reset", args=[row.pk]), sent)
    assert answer.status_code == 403
    assert not FactorResetDecision.objects.exists()


def test_an_analyst_stops_it_and_an_auditor_only_reads() -> None:
    user, _secret = ana_without_her_phone()
    row = approved(user)
    address = reverse("players:stop_reset", args=[row.pk])
    auditor = inside(staff(Role.AUDITOR))
    assert user.full_name in auditor.get(LIST).text
    assert address not in auditor.get(LIST).text
    assert auditor.post(address, {"reason": "x"}).status_code == 403
    analyst = inside(staff(Role.COMPLIANCE_ANALYST))
    assert analyst.post(address, {"reason": " "}).status_code == 422
    assert not FactorResetEnd.objects.exists()
    assert analyst.post(address, {"reason": "it was not her"}).status_code == 303
    assert FactorResetEnd.objects.get().how == "stopped"
    assert analyst.post(address, {"reason": "it was not her"}).status_code == 409
