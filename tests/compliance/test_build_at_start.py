"""The build at a start: verified before anything is served, or by a worker while the site of a demo is open."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.test import Client
from django.urls import reverse

from builds import selectors
from builds.models import BuildManifest
from builds.selectors import (
    _Process as Known,
    await_own_build,
    build_in_force,
    is_build_open,
    load_build,
)
from builds.values import BuildState
from compliance.build.services import verification
from compliance.build.services.verification import TASK
from compliance.tasks import verify_build as run_check
from config import build_watching, celery, gunicorn
from config.build_watching import BuildWatch
from journal.models import Check
from tests.compliance.built import small_installation

__all__ = ("small_installation",)  # a fixture

START = Check.Occasion.START
STARTS = (lambda: gunicorn.when_ready(None), celery.detect_restore)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Know nothing of a build before and after the test."""
    monkeypatch.setattr(Known, "build", None)
    monkeypatch.setattr(Known, "awaited_from", None)


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Return the tasks that are sent to workers."""
    sent: list[tuple[Any, ...]] = []
    monkeypatch.setattr(
        Celery, "send_task", lambda _app, name, args=(), **_how: sent.append((name, *args))
    )
    return sent


def read_contact(client: Client) -> str:
    answer = client.get(reverse("contact:contact"), headers={"accept-language": "en"})
    return answer.content.decode()


@pytest.mark.committed
@pytest.mark.parametrize("start", STARTS, ids=["web", "worker"])
def test_the_build_is_verified_before_anything_is_served(
    small_installation: Path, settings: Any, start: Callable[[], None]
) -> None:
    settings.VERIFY_BUILD_AT_START = True
    start()
    check = Check.objects.get(kind=Check.Kind.BUILD, occasion=START)
    assert [one["code"] for one in check.findings] == ["build_not_accepted"]
    assert not is_build_open()
    assert build_in_force().digest == BuildManifest.objects.get().digest[:8]
    assert build_in_force().state == BuildState.UNKNOWN


@pytest.mark.committed
@pytest.mark.parametrize("start", STARTS, ids=["web", "worker"])
def test_a_demo_opens_before_its_build_is_verified(
    small_installation: Path, settings: Any, profile: Any, start: Callable[[], None]
) -> None:
    settings.VERIFY_BUILD_AT_START = True
    profile(own_build_accepted=True)
    start()
    assert not Check.objects.filter(kind=Check.Kind.BUILD).exists()
    assert is_build_open()
    assert build_in_force().state == BuildState.VERIFYING


@pytest.mark.database
@pytest.mark.usefixtures("small_installation")
def test_the_foot_says_that_the_build_is_being_verified_until_a_worker_has(
    profile: Any,
    client: Client,
    queued: list[tuple[Any, ...]],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    monkeypatch.setattr(build_watching, "close_old_connections", lambda: None)
    monkeypatch.setattr(build_watching, "SECONDS_VERIFYING", 0.0)
    profile(own_build_accepted=True)
    await_own_build()
    watch = BuildWatch()
    with django_capture_on_commit_callbacks(execute=True):
        watch.look()
        watch.look()
    assert queued == [(TASK, START.value)]
    assert "being verified" in read_contact(client)

    run_check(*queued[0][1:])
    assert Check.objects.get().passed
    watch.look()
    page = read_contact(client)
    assert "being verified" not in page
    assert f"{build_in_force().digest} · this installation accepts its own build" in page


@pytest.mark.database
@pytest.mark.usefixtures("small_installation")
def test_a_later_start_awaits_a_verification_of_its_own(
    profile: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile(own_build_accepted=True)
    run_check(START.value)
    await_own_build()
    assert build_in_force().state == BuildState.OWN
    for module in (selectors, verification):
        monkeypatch.setattr(module, "ONE_START", timedelta(0))
    await_own_build()
    assert build_in_force().state == BuildState.VERIFYING
    run_check(START.value)
    load_build()
    assert build_in_force().state == BuildState.OWN
