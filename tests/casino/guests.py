"""Guests: players of a play-money table without an account."""

import re
from collections.abc import Iterator
from uuid import UUID

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client

from accounts.models.users import User
from accounts.models.visits import Visit
from casino.guests.services import Visitor, place_first_bet
from casino.models import LogLine, Origin, Participant, Place, Round, Shoe
from casino.play.services.betting import BetRequest
from journal.models import Event
from tables.models import Table
from tests.casino import scenes
from wallet.ledger.models import Transfer

TABLE = "/table/friendly/"
VISITOR = Visitor("es", "203.0.113.7")


@pytest.fixture(autouse=True)
def friendly() -> Iterator[Table]:
    cache.clear()
    yield scenes.table_of("friendly")
    cache.clear()


def stored() -> list[int]:
    models = (User, Session, Visit, Place, Participant, Shoe, LogLine, Round, Transfer, Event)
    return [model.objects.count() for model in (*models, Origin)]


def fields_of(page: str) -> dict[str, str]:
    """Return what the bet form of the page would send."""
    found = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    return {**found, "stake-1": "10", "salt": scenes.SALT}


def visit(client: Client | None = None) -> dict[str, str]:
    return fields_of((client or Client()).get(TABLE).text)


def first_bet(form: dict[str, str], stake: str = "10", visitor: Visitor = VISITOR) -> User:
    table = Table.objects.get(slug="friendly")
    request = BetRequest(
        UUID(form["shoe"]),
        int(form["nonce"]),
        scenes.on_box(stake),
        scenes.SALT,
        currency="PLY",
    )
    return place_first_bet(visitor, form["visitor"], table, request)[0]


def a_guest() -> tuple[Client, User]:
    client = Client()
    answer = client.post(TABLE + "bet/", visit(client))
    assert answer.status_code == 303
    return client, User.objects.get(is_guest=True)
