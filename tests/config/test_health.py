"""Addresses for probes, at every host name and without TLS."""

import pytest
from django.db import OperationalError
from django.test import Client

from config import health

pytestmark = pytest.mark.database


@pytest.fixture
def prober() -> Client:
    return Client(headers={"host": "10.0.0.7:8000"})


def test_a_process_lives_without_its_database(
    prober: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "connection", None)
    answer = prober.get("/health/live")
    assert (answer.status_code, answer.content) == (200, b"live\n")
    assert answer["Cache-Control"] == "no-store"


def test_it_is_ready_while_the_database_answers(
    prober: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert prober.get("/health/ready").status_code == 200

    def fail() -> None:
        raise OperationalError

    monkeypatch.setattr(health, "_ask", fail)
    assert prober.get("/health/ready").status_code == 503


def test_other_addresses_are_pages(prober: Client) -> None:
    assert prober.get("/health/").status_code in {301, 400, 404}
