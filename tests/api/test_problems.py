"""Errors outside the API's own views are problem documents too, in the caller's language."""

from typing import Any, NoReturn

import pytest
from django.test import Client

from tests.api.calls import V1, assert_problem, get, post

pytestmark = pytest.mark.database


def test_an_unknown_address_is_a_problem_in_the_callers_language() -> None:
    english = assert_problem(get("/nothing"), 404, "not_found")
    spanish = assert_problem(get("/nothing", language="es"), 404, "not_found")
    assert (english["title"], spanish["title"]) == ("Not found", "No encontrado")
    assert_problem(get("/tables/"), 404, "not_found")


@pytest.mark.parametrize("path", ["/tables", "/fairness/log", "/schema", "/docs"])
def test_a_wrong_method_is_a_problem(path: str) -> None:
    answer = post(path, {})
    assert_problem(answer, 405, "wrong_method")
    assert "GET" in answer["Allow"]


def test_json_is_all_there_is() -> None:
    assert_problem(get("/tables", accept="text/html"), 406, "not_acceptable")


@pytest.mark.parametrize(
    ("path", "policy"), [("/tables", "default-src 'none'"), ("/docs", "default-src 'self'")]
)
def test_only_the_documentation_may_load_anything(path: str, policy: str) -> None:
    assert policy in get(path)["Content-Security-Policy"].split("; ")


def test_an_error_of_the_program_is_a_problem_without_its_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail() -> NoReturn:
        raise KeyError("a secret")

    monkeypatch.setattr("api.views.tables.list_open_tables", fail)
    answer: Any = Client(raise_request_exception=False).get(f"{V1}/tables")
    assert_problem(answer, 500, "internal_server_error")
    assert "secret" not in answer.text
