"""The OpenAPI document: complete, reviewed, and true of the answers."""

import json
import re
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import get_resolver

from api import schema
from tests.api.calls import get
from tests.matrix.data import _walk


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(schema.FILE.read_text())
    return found


@pytest.mark.database
def test_the_reviewed_file_is_current_and_valid() -> None:
    call_command("write_api_schema", check=True)


@pytest.mark.database
def test_an_outdated_file_fails_the_check(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    old = tmp_path / "openapi.json"
    old.write_text("{}")
    monkeypatch.setattr("api.management.commands.write_api_schema.FILE", old)
    with pytest.raises(CommandError):
        call_command("write_api_schema", check=True)
    assert old.read_text() == "{}"


def test_every_address_is_documented(document: dict[str, Any]) -> None:
    routes = {one.route for one in _walk(get_resolver(), "", "", {}) if one.name.startswith("api:")}
    told = {path.lstrip("/") for path in document["paths"]}
    shown = {re.sub(r"<\w+:(\w+)>", r"{\1}", route) for route in routes}
    assert shown - told == {"api/v1/schema", "api/v1/docs"}
    assert not told - shown


def test_every_address_has_a_name_of_its_own() -> None:
    names = [one.name for one in _walk(get_resolver(), "", "", {}) if one.name.startswith("api:")]
    assert sorted(names) == sorted(set(names))


def test_components_have_plain_names(document: dict[str, Any]) -> None:
    """No trace of the serializers in the names that a client's programmer reads."""
    odd = re.compile("Request|Body|Serializer|Enum[0-9]|Kind[0-9a-f]{3}Enum")
    assert not [name for name in document["components"]["schemas"] if odd.search(name)]


def test_two_components_never_share_a_name() -> None:
    schemas: dict[str, Any] = {"Bet": {}, "BetBodyRequest": {}}
    with pytest.raises(ValueError, match="Bet"):
        schema.name_requests({"components": {"schemas": schemas}})


def test_every_operation_and_field_is_explained(document: dict[str, Any]) -> None:
    for path, methods in document["paths"].items():
        for operation in methods.values():
            assert operation["summary"], path
            assert operation["description"], path
            assert all(
                one.get("description")
                for one in operation.get("parameters", ())
                if one["in"] == "query" and one["name"] in {"cursor", "limit", "first"}
            )


@pytest.mark.database
def test_the_served_document_speaks_the_callers_language() -> None:
    spanish, english = (get("/schema", language=one).json() for one in ("es", "en"))
    assert english["paths"]["/api/v1/tables"]["get"]["summary"] == "List open tables"
    assert spanish["paths"]["/api/v1/tables"]["get"]["summary"] != "List open tables"
    assert spanish["paths"].keys() == english["paths"].keys()


def test_every_change_needs_an_idempotency_key(document: dict[str, Any]) -> None:
    without = {
        operation["operationId"]
        for methods in document["paths"].values()
        for method, operation in methods.items()
        if method != "get"
        and not any(one["name"] == "Idempotency-Key" for one in operation.get("parameters", ()))
    }
    # a session is no change of the account; a verification and a preview store nothing
    assert without == {
        "preview_void",
        "preview_follow_up",
        "verify_transcript",
        "log_in",
        "log_out",
        "sign_up",
        "send_second_factor",
        "reauthenticate_by_password",
        "reauthenticate_by_second_factor",
    }
