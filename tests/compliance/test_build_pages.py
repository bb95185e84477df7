"""Builds on staff pages: differences by kind, two people, play closed until then, an upgrade with two builds."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from builds.models import BuildAcceptance, BuildManifest
from builds.refusals import AcceptanceProposed, AlreadyInForce
from builds.selectors import build_in_force, find_builds_in_force, is_build_open, load_build
from builds.values import BuildInForce, BuildState
from compliance.build.selectors.progress import load_progress
from compliance.build.services.acceptance import propose_acceptance
from compliance.build.services.registration import register_build
from compliance.build.services.verification import request_check, verify_build
from compliance.tasks import verify_build as run_check
from journal.models import Check, Event
from tables.selectors.switches import is_house_stopped
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.compliance.built import accept_build, small_installation
from tests.wallet.ledger import refused

__all__ = ("small_installation",)  # a fixture


START = Check.Occasion.START


@pytest.fixture
def people() -> tuple[Any, Any]:
    return staff(Role.OPERATOR), staff(Role.COMPLIANCE_MANAGER)


@pytest.mark.database
def test_play_is_closed_until_two_people_accept_what_was_found(
    small_installation: Path, people: tuple[Any, Any]
) -> None:
    accept_build(*people)
    (small_installation / "product" / "manage.py").write_text("other()\n")
    verify_build(START)
    with pytest.raises(Exception) as caught:  # noqa: PT011  # its code is compared
        scenes.deal(scenes.ordinary)
    assert getattr(caught.value, "code", "") == "closed_by_build"

    operator, manager = people
    found = BuildManifest.objects.latest("pk")
    page = reverse("builds:build", args=[found.pk])
    text = inside(operator, "en").get(page).content.decode()
    assert "manage.py: changed" in text
    assert inside(operator).post(page, {"reason": "release 10"}).status_code == 303
    asked = BuildAcceptance.objects.latest("pk")
    decide = reverse("builds:decide", args=[asked.pk])
    assert (
        inside(operator).post(decide, {"verdict": "approve", "reason": "mine"}).status_code == 403
    )
    assert not is_build_open()
    inside(manager).post(decide, {"verdict": "approve", "reason": "compared"})

    assert is_build_open()
    assert not is_house_stopped()
    kinds = (
        Event.objects.filter(kind__startswith="build_")
        .order_by("pk")
        .values_list("kind", flat=True)
    )
    assert list(kinds)[-2:] == ["build_proposed", "build_accepted"]


@pytest.mark.database
def test_a_refused_build_stays_out(small_installation: Path, people: tuple[Any, Any]) -> None:
    verify_build(START)
    made = BuildManifest.objects.get()
    asked = propose_acceptance(made.pk, acting_user=people[0], reason="release")
    with refused(AcceptanceProposed):
        propose_acceptance(made.pk, acting_user=people[0], reason="again")
    decide = reverse("builds:decide", args=[asked.pk])
    inside(people[1]).post(decide, {"verdict": "refuse", "reason": "unknown files"})
    assert not is_build_open()
    assert find_builds_in_force() == []
    accept_build(*people)
    with refused(AlreadyInForce):
        propose_acceptance(made.pk, acting_user=people[0], reason="again")


@pytest.mark.database
def test_a_rolling_upgrade_knows_two_builds_for_a_day(
    small_installation: Path, people: tuple[Any, Any]
) -> None:
    old = accept_build(*people)
    file = small_installation / "product" / "manage.py"
    file.write_text("new()\n")
    new = accept_build(*people)
    assert find_builds_in_force() == [new, old]
    assert verify_build(START).passed
    file.write_text("run()\n")
    with time_machine.travel(timezone.now() + timedelta(hours=23)):
        assert verify_build(START).passed
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert find_builds_in_force() == [new]
        assert not verify_build(START).passed


@pytest.mark.database
def test_three_builds_are_too_many(small_installation: Path, people: tuple[Any, Any]) -> None:
    file = small_installation / "product" / "manage.py"
    for text in ("run()\n", "second()\n", "third()\n"):
        file.write_text(text)
        accept_build(*people)
    file.write_text("run()\n")
    assert not verify_build(START).passed


@pytest.mark.database
def test_a_check_is_queued_and_shows_its_progress(
    small_installation: Path, people: tuple[Any, Any]
) -> None:
    accept_build(*people)
    auditor = staff(Role.AUDITOR)
    client, page = inside(auditor, "en"), reverse("events:integrity")
    assert client.post(page).status_code == 303
    assert load_progress() == (0, 0)
    assert "waits for a worker" in client.get(page).content.decode()
    run_check("demand", auditor.pk)
    assert load_progress() is None
    assert "4 files, 1 package" in client.get(page).content.decode()
    assert Check.objects.get().by_id == auditor.pk
    with pytest.raises(NotPermitted):
        request_check(acting_user=staff(Role.CASHIER))


@pytest.mark.database
def test_the_build_of_a_process_is_known_without_a_query(
    small_installation: Path, people: tuple[Any, Any], django_assert_num_queries: Any
) -> None:
    made = accept_build(*people)
    load_build()
    assert build_in_force() == BuildInForce("9.9.9")
    verify_build(START)
    load_build()
    with django_assert_num_queries(0):
        assert build_in_force() == BuildInForce("9.9.9", made.digest[:8], BuildState.ACCEPTED)
    register_build()
    Check.objects.exists()
    verify_with_other_file(small_installation)
    load_build()
    assert build_in_force().state == BuildState.UNKNOWN


def verify_with_other_file(folder: Path) -> None:
    (folder / "product" / "manage.py").write_text("other()\n")
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        verify_build(START)
