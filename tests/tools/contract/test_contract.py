"""Which changes of the OpenAPI document break clients: each rule, and what is no break."""

import json
from copy import deepcopy
from datetime import date
from typing import Any, Final

import pytest

from tools.contract import __main__ as program
from tools.contract.documents import find_breaks

DAY: Final = date(2027, 6, 1)
PATH: Final = "/bets/{bet}"
OLD: Final[dict[str, Any]] = {
    "paths": {
        PATH: {
            "put": {
                "operationId": "change_bet",
                "security": [{"token": []}],
                "parameters": [
                    {"in": "path", "name": "bet", "required": True, "schema": {"type": "string"}},
                    {
                        "in": "query",
                        "name": "limit",
                        "schema": {"type": "integer", "maximum": 200, "minimum": 1},
                    },
                ],
                "requestBody": {
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/In"}}}
                },
                "responses": {
                    "200": {
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Out"}}
                        }
                    },
                    "404": {"description": "Not found"},
                },
            }
        }
    },
    "components": {
        "schemas": {
            "In": {
                "type": "object",
                "properties": {
                    "stake": {"type": ["string", "null"], "maxLength": 9},
                    "action": {"$ref": "#/components/schemas/Action"},
                    "boxes": {"type": "array", "items": {"type": "integer"}, "maxItems": 7},
                    "side": {"oneOf": [{"$ref": "#/components/schemas/Action"}, {"type": "null"}]},
                    "to": {
                        "oneOf": [
                            {"$ref": "#/components/schemas/Action"},
                            {"$ref": "#/components/schemas/Money"},
                        ]
                    },
                    "free": {"type": "object"},
                },
                "required": ["stake"],
            },
            "Out": {
                "type": "object",
                "properties": {
                    "id": {"type": "string", "format": "uuid"},
                    "bets": {"type": "array", "items": {"$ref": "#/components/schemas/Money"}},
                    "state": {"allOf": [{"$ref": "#/components/schemas/Action"}]},
                    "inner": {"$ref": "#/components/schemas/Out"},
                    "by": {"type": "object", "additionalProperties": {"type": "integer"}},
                },
                "required": ["id", "bets", "state"],
            },
            "Action": {"type": "string", "enum": ["hit", "stand"]},
            "Money": {
                "type": "object",
                "properties": {"amount": {"type": "string"}},
                "required": ["amount"],
            },
        }
    },
}
GONE: Final = object()
IN, OUT = "In.properties", "Out.properties"
LIMIT: Final = "put.parameters.1"


def change(document: dict[str, Any], place: str, value: Any) -> None:
    """Set or remove what is at a place: "put.parameters.1", or "Money.properties"."""
    roots = {"put": document["paths"][PATH]["put"], **document["components"]["schemas"]}
    name, *inner = place.split(".")
    *way, last = inner
    holder: Any = roots[name]
    for step in way:
        holder = holder[key_of(holder, step)]
    key = key_of(holder, last)
    if value is GONE:
        del holder[key]
    elif isinstance(holder, list):
        holder[key : key + 1] = [value]
    else:
        holder[key] = value


def key_of(holder: Any, step: str) -> Any:
    return int(step) if isinstance(holder, list) else step


def breaks_of(*changes: tuple[str, Any], old: dict[str, Any] = OLD) -> list[str]:
    new = deepcopy(old)
    for place, value in changes:
        change(new, place, value)
    return [str(one) for one in find_breaks(old, new, DAY)]


STRINGS: Final = {"type": "string"}
BREAKS: Final[dict[str, tuple[str, Any]]] = {
    "operation: was renamed from change_bet to x": ("put.operationId", "x"),
    "authentication: token is no longer enough": ("put.security", [{"token": [], "code": []}]),
    "query parameter limit: was removed": (LIMIT, GONE),
    "query parameter limit: is now required": (f"{LIMIT}.required", True),
    "query parameter key: is now required": (
        "put.parameters.2",
        {"in": "query", "name": "key", "required": True, "schema": {}},
    ),
    "query parameter limit: has a lower maximum": (f"{LIMIT}.schema.maximum", 100),
    "query parameter limit: has a higher minimum": (f"{LIMIT}.schema.minimum", 2),
    "query parameter limit: no longer takes integer": (f"{LIMIT}.schema.type", "boolean"),
    "body: is no longer taken": ("put.requestBody", GONE),
    "body: is now required": ("put.requestBody.required", True),
    "body: no longer has the type application/json": ("put.requestBody.content", {}),
    "body, boxes: was removed": (f"{IN}.boxes", GONE),
    "body, boxes: is now required": ("In.required.1", "boxes"),
    "body, boxes: has a lower maxItems": (f"{IN}.boxes.maxItems", 6),
    "body, boxes[]: no longer takes integer": (f"{IN}.boxes.items", STRINGS),
    "body, stake: no longer takes null": (f"{IN}.stake.type", "string"),
    "body, stake: has another pattern": (f"{IN}.stake.pattern", "^1$"),
    "body, stake: takes only certain words now": (f"{IN}.stake.enum", ["1.00", None]),
    "body, free: no longer takes other fields": (f"{IN}.free.additionalProperties", False),
    "body, to (Money): is no longer taken": (f"{IN}.to.oneOf.1", GONE),
    "answer 404: was removed": ("put.responses.404", GONE),
    "answer 200: no longer has the type application/json": ("put.responses.200.content", {}),
    "answer 200, state: was removed": (f"{OUT}.state", GONE),
    "answer 200, id: may now be missing": ("Out.required.0", GONE),
    "answer 200, id: has another format": (f"{OUT}.id.format", GONE),
    "answer 200, id: may now be null": (f"{OUT}.id.type", ["string", "null"]),
    "answer 200, by.*: may now be string": (f"{OUT}.by.additionalProperties", STRINGS),
}


@pytest.mark.parametrize("rule", BREAKS)
def test_a_change_that_breaks_clients_is_named(rule: str) -> None:
    assert f"PUT {PATH}, {rule}" in breaks_of(BREAKS[rule])


def test_one_component_breaks_every_place_that_uses_it() -> None:
    assert breaks_of(("Money.properties.amount.type", "number")) == [
        f"PUT {PATH}, body, to (Money).amount: no longer takes string",
        f"PUT {PATH}, answer 200, bets[].amount: may now be number",
    ]


def test_a_word_that_a_request_may_no_longer_have_is_named() -> None:
    assert breaks_of(("Action.enum", ["stand"])) == [
        f"PUT {PATH}, body, action: no longer takes hit",
        f"PUT {PATH}, body, side: no longer takes hit",
        f"PUT {PATH}, body, to (Action): no longer takes hit",
    ]


def test_a_public_operation_stays_public() -> None:
    public = deepcopy(OLD)
    change(public, "put.security", GONE)
    found = breaks_of(("put.security", [{"token": []}]), old=public)
    assert found == [f"PUT {PATH}, authentication: nobody's is no longer enough"]


ADDITIONS: Final[dict[str, list[tuple[str, Any]]]] = {
    "a parameter": [("put.parameters.2", {"in": "query", "name": "sort", "schema": {}})],
    "a field of the body": [(f"{IN}.more", {})],
    "a field of the answer": [(f"{OUT}.more", {}), ("Out.required.3", "more")],
    "a word": [("Action.enum.2", "double")],
    "a status": [("put.responses.409", {})],
    "a way to authenticate": [("put.security.1", {"key": []})],
    "null in the body": [(f"{IN}.boxes.type", ["array", "null"])],
    "a number for an integer": [(f"{LIMIT}.schema.type", "number")],
    "a wider limit": [(f"{LIMIT}.schema.maximum", 500)],
    "a description": [("put.description", "Another text")],
    "an alternative": [(f"{IN}.to.oneOf.2", {"type": "integer"})],
}


@pytest.mark.parametrize("addition", ADDITIONS)
def test_an_addition_breaks_nobody(addition: str) -> None:
    assert not breaks_of(*ADDITIONS[addition])


def without_the_operation(old: dict[str, Any], **marks: Any) -> list[str]:
    document = deepcopy(old)
    document["paths"][PATH]["put"].update(marks)
    return [str(one) for one in find_breaks(document, {**document, "paths": {}}, DAY)]


def test_an_operation_goes_after_its_sunset_only() -> None:
    removed = [f"PUT {PATH}, operation: was removed"]
    assert without_the_operation(OLD) == removed
    assert without_the_operation(OLD, deprecated=True) == removed
    assert without_the_operation(OLD, **{"x-sunset": "2027-05-31"}) == removed
    marks = {"deprecated": True, "x-sunset": "2027-06-02"}
    assert without_the_operation(OLD, **marks) == removed
    assert not without_the_operation(OLD, **{**marks, "x-sunset": "2027-06-01"})


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["contract", *arguments])
    return program.main()


def test_breaking_changes_fail_the_check(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tmp_path / "published.json", tmp_path / "openapi.json"
    monkeypatch.setattr(program, "PUBLISHED", old)
    monkeypatch.setattr(program, "CURRENT", new)
    old.write_text(json.dumps(OLD))
    new.write_text(json.dumps({**OLD, "paths": {}}))
    assert run(monkeypatch, "--publish") == 1
    assert f"PUT {PATH}, operation: was removed" in capsys.readouterr().out
    assert json.loads(old.read_text()) == OLD
    more = deepcopy(OLD)
    more["paths"]["/more"] = {"get": {"operationId": "more", "responses": {}}}
    new.write_text(json.dumps(more))
    assert run(monkeypatch) == 0
    assert json.loads(old.read_text()) == OLD
    assert run(monkeypatch, "--publish") == 0
    assert json.loads(old.read_text()) == more


def test_the_contract_fits_the_reviewed_file() -> None:
    old, new = (json.loads(one.read_text()) for one in (program.PUBLISHED, program.CURRENT))
    assert not find_breaks(old, new, DAY)
