"""Refusal classes: one base class, each with the code, message and status that pages and programs need."""

import importlib
import logging
import pkgutil
import re
import sys
from collections import Counter
from collections.abc import Iterator
from http import HTTPStatus
from traceback import format_exception

import pytest
from django.utils.translation import override

from accounts.gate.refusals import NewcomerListed, PersonListed
from accounts.identity.values.document_numbers import NumberRefused, NumberTaken
from accounts.protection.refusals import BreakTooShort, ExclusionTooShort, TimeOutTooShort
from accounts.values.names import MixedAlphabets, NameRefused
from journal.refusals import AnotherPersonNeeded, ReasonMissing, Refusal

PRODUCT = (
    "accounts",
    "approvals",
    "casino",
    "compliance",
    "cases",
    "detection",
    "journal",
    "limits",
    "loyalty",
    "pages",
    "reports",
    "profiles",
    "alarms",
    "builds",
    "restores",
    "tables",
    "wallet",
)
INHERITED: dict[type[Refusal], type[Refusal]] = {
    NumberTaken: NumberRefused,  # a code of its own would reveal that the number has an account
    MixedAlphabets: NameRefused,  # callers handle both alike
    TimeOutTooShort: BreakTooShort,  # as above
    ExclusionTooShort: BreakTooShort,  # as above
    NewcomerListed: PersonListed,  # the same reason, told to the person
}


def subclasses(base: type[Refusal]) -> Iterator[type[Refusal]]:
    for one in base.__subclasses__():
        yield one
        yield from subclasses(one)


@pytest.fixture(scope="module")
def refusals() -> list[type[Refusal]]:
    for name in PRODUCT:
        for module in pkgutil.walk_packages(importlib.import_module(name).__path__, f"{name}."):
            if ".migrations" not in module.name:
                importlib.import_module(module.name)
    found = [
        one
        for one in subclasses(Refusal)
        if one.__module__.startswith(PRODUCT) and not one.__name__.startswith("_")  # a base class
    ]
    assert len(found) > 100
    return found


def test_each_has_a_code_of_its_own(refusals: list[type[Refusal]]) -> None:
    own = [one for one in refusals if one not in INHERITED]
    assert [one for one in own if "code" not in vars(one)] == []
    assert [code for code, n in Counter(one.code for one in own).items() if n > 1] == []
    assert all(one.code == base.code for one, base in INHERITED.items())


def test_each_has_a_code_message_and_status_of_a_refusal(refusals: list[type[Refusal]]) -> None:
    for one in refusals:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", one.code), one
        assert str(one.message).strip(), one
        assert isinstance(one.status, HTTPStatus), one
        assert 400 <= one.status < 500 or one.status == HTTPStatus.SERVICE_UNAVAILABLE, one


def test_no_other_class_has_the_name_of_a_refusal(refusals: list[type[Refusal]]) -> None:
    names = Counter(one.__name__ for one in refusals)
    others = Counter(
        known.__name__
        for name, module in list(sys.modules.items())
        if name.startswith(PRODUCT)
        for known in vars(module).values()
        if isinstance(known, type) and known.__module__ == name
    )
    assert {name: others[name] for name in names if others[name] > 1} == {}


def test_a_refusal_says_its_message_in_the_active_language() -> None:
    refusal = ReasonMissing()
    with override("es"):
        assert str(refusal) == "Indica un motivo."
    with override("en"):
        assert str(refusal) == "Give a reason."


def test_message_code_and_field_can_be_overridden() -> None:
    said = Refusal("Write a note.", code="no_note", field="note")
    assert (str(said), said.code, said.field) == ("Write a note.", "no_note", "note")
    assert (Refusal.code, Refusal.field) == ("refused", "")


def test_details_are_for_logs_only(caplog: pytest.LogCaptureFixture) -> None:
    refusal = AnotherPersonNeeded(detail="case 17")
    assert "case 17" not in str(refusal)
    assert "case 17" in repr(refusal)
    assert "case 17" in "".join(format_exception(refusal))
    try:
        raise refusal
    except Refusal:
        logging.getLogger(__name__).exception("refused")
    assert "case 17" in caplog.text
