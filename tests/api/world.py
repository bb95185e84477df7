"""A house for tests of all operations: a player with one of everything, another player, and service keys."""

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final
from uuid import uuid4

from django.contrib.auth.models import Group
from django.db import transaction
from django.test import Client

from accounts.models.users import User
from accounts.roles.values import Role
from api.services.service_keys import IssuedKey
from api.values.scopes import Scope
from casino.models import Participant, Round
from casino.play.services.betting import place_bet
from detection.models import Flag
from tests.accounts.staff import staff
from tests.api.access import Line
from tests.api.apps import AppCaller
from tests.api.calls import V1, open_session, read
from tests.api.keys import issue
from tests.api.operations import Operation
from tests.api.test_rule_sets import computed
from tests.cases.flagged import opened
from tests.casino import scenes
from tests.compliance.cases import another, approved as carried_out, proposed
from tests.compliance.disputed import answered, disputed
from tests.live.scenes import a_live_table
from tests.wallet.cash import checked
from tests.wallet.rates import approved
from wallet.rates.models import Rate

# What requests leave even if they are refused: their answers, their visit, the last use of a key or app, their network.
NOTED: Final = {
    *("api_storedanswer", "accounts_visit"),
    *("api_servicekey", "api_appconnection", "casino_origin"),
}


def usd(text: str) -> Mapping[str, str]:
    return {"amount": text, "currency": "USD"}


DESK: Final = {"kind": "desk", "holder": "Ana Rosario"}


@dataclass(frozen=True, slots=True)
class Sender:
    """A client of the API: the headers that it sends, and the cookies of a browser."""

    headers: Mapping[str, str]
    browser: Client | None = None

    def send(self, method: str, path: str, body: bytes = b"", **more: Any) -> Any:
        """Send a request as it is; `key` and `content_type` may be given."""
        key = more.pop("key", None)
        headers = {"accept-language": "en", **self.headers}
        headers |= {} if key is None else {"idempotency-key": key}
        content_type = more.pop("content_type", "application/json")
        client = self.browser or Client(raise_request_exception=False)
        return client.generic(
            method.upper(), f"{V1}{path}", body, content_type=content_type, headers=headers, **more
        )

    def call(self, operation: Operation, path: str, body: bytes = b"", **more: Any) -> Any:
        """Send a request of an operation, with a new key if it takes one."""
        if operation.has_key:
            more.setdefault("key", str(uuid4()))
        return self.send(operation.method, path, body, **more)


@dataclass(frozen=True, slots=True)
class World:
    player: User
    owner: User
    sender: Sender
    """The player's app, a moment after its sign-in."""
    key: IssuedKey
    """A key with every scope."""
    samples: Mapping[str, object]

    def path_of(self, operation: Operation, line: Line) -> str:
        """Return the address with the player's own things, or with things of the house."""
        names = {name: line.at.get(name, name) for name in operation.arguments}
        return operation.address({name: self.samples[key] for name, key in names.items()})

    def admitted(self, line: Line) -> Sender:
        """Return the client that may call an operation."""
        kinds = {"anybody": Sender({}), "player": self.sender}
        return kinds.get(line.may) or with_key(self.key)


def session_of(user: User) -> Sender:
    token = open_session(user, password_at=time.time())
    return Sender({"x-session-token": token})


def with_key(key: IssuedKey) -> Sender:
    return Sender({"authorization": f"Bearer {key.secret}"})


def with_app(player: User, scopes: str) -> Sender:
    """Return a new app that may play with real money, with these scopes granted by the player."""
    return Sender(AppCaller.of(player, scopes, real_money=True).headers)


def browser_of(player: User) -> Sender:
    """Return a browser in which the player is signed in to the site."""
    browser = Client(raise_request_exception=False)
    browser.force_login(player)
    return Sender({}, browser)


def person_with_all_roles() -> User:
    person = staff(Role.COMPLIANCE_ANALYST, "keeper")
    others = Group.objects.exclude(name=Role.ADMINISTRATOR.value)
    person.groups.set(others)
    return person


def build_world() -> World:
    """Build a player with a past and a present round, payments, a dispute and a message; keys; a live table."""
    shoe = scenes.finished_shoe()
    player, table = shoe.place.player, shoe.place.table
    assert player is not None
    past = Round.objects.filter(player=player).latest("pk")
    present = _bet(player, table)
    live = a_live_table()
    computed(table)
    approved("EUR", "1.16")
    dispute = disputed(player)
    answered(dispute)
    owner, sender = person_with_all_roles(), session_of(player)
    key = issue(owner, *Scope)
    samples = {
        "table": table.slug,
        "live_table": live.table.slug,
        "hash": table.version.rules_hash,
        "shoe": shoe.public_id,
        "past_round": past.public_id,
        "round": present.public_id,
        "round_id": past.public_id,
        "dispute": dispute.public_id,
        "casework": opened(player, "CC1").public_id,
        "flag": Flag.objects.get(player=player, signal="CC1").public_id,
        "case_id": proposed(past).public_id,
        "done_case": carried_out(proposed(another(table, "eva@example.test"))).public_id,
        "player": player.pk,
        "report": "overview",
        "kind": "deposit",
        "period": "24h",
        **_make_payments(sender),
        **_make_proposals(with_key(key)),
    }
    message = read(sender.send("get", "/messages"))["data"][0]["id"]
    return World(player, owner, sender, key, {**samples, "message": message})


def _bet(player: User, table: Any) -> Round:
    participant = Participant.objects.get(player=player, place__table=table)
    return place_bet(player, table, scenes.bet_request(participant))


def _make(sender: Sender, path: str, body: Mapping[str, Any]) -> Any:
    """Return the number of what this request makes."""
    answer = sender.send("post", path, json.dumps(body).encode(), key=str(uuid4()))
    assert answer.status_code in (HTTPStatus.CREATED, HTTPStatus.ACCEPTED), answer.text
    return answer.json()["id"]


def _make_payments(sender: Sender) -> Mapping[str, object]:
    """Begin a deposit and request a withdrawal."""
    checked()
    amount = {"amount": "20.00", "currency": "USD"}
    withdrawal = {"amount": amount, "provider": "manual", "destination": DESK}
    return {
        "deposit": _make(sender, "/deposits", {"amount": amount, "provider": "demo"}),
        "withdrawal": _make(sender, "/withdrawals", withdrawal),
    }


def _make_proposals(sender: Sender) -> Mapping[str, object]:
    """Propose a rate, a cash limit and limits of play, and ask for a file."""
    last = Rate.objects.latest("pk").as_of.isoformat()
    rate = {"currency": "EUR", "rate": "2.5", "as_of": last, "source": "treasury"}
    cash = {"kind": "deposit_day", "amount": usd("500"), "reason": "pilot"}
    limits = {"values": {"max_bet": usd("20")}, "reason": "pilot", "accepted": True}
    export = {"source": "report-cash", "format": "data"}
    return {
        "rate": _make(sender, "/operator/rates", rate),
        "cash_limit": _make(sender, "/operator/cash-limits", cash),
        "limits": _make(sender, "/operator/limits", limits),
        "export_id": _make(sender, "/operator/exports", export),
    }


@contextmanager
def undone() -> Iterator[None]:
    """Roll back what the block does. A savepoint, as reads of one snapshot refuse a transaction around them."""
    place = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(place)


def moved(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Return the tables that changed, without those that every request may note itself in."""
    return [name for name, rows in after.items() if before[name] != rows and name not in NOTED]
