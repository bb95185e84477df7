"""Requests to the API, with every answer compared with the OpenAPI document."""

from typing import Any, Final

from django.test import Client

V1: Final = "/api/v1"
PROBLEM: Final = "application/problem+json"


def get(
    path: str, query: dict[str, Any] | None = None, language: str = "en", **headers: str
) -> Any:
    """Return the answer of GET for a client that is nobody."""
    return Client().get(
        f"{V1}{path}", query or {}, headers={"accept-language": language, **headers}
    )


def post(path: str, body: Any, content_type: str = "application/json", language: str = "en") -> Any:
    """Return the answer of POST; text and bytes are sent as they are."""
    return Client().post(
        f"{V1}{path}", body, content_type=content_type, headers={"accept-language": language}
    )


def read(answer: Any) -> Any:
    """Return the JSON of a successful answer."""
    assert answer.status_code == 200, answer.text
    assert answer["Content-Type"] == "application/json"
    return answer.json()


def assert_problem(answer: Any, status: int, code: str, *fields: str) -> dict[str, Any]:
    """Assert that the answer is this problem document, about these fields; return it."""
    assert answer["Content-Type"] == PROBLEM, answer.text
    document: dict[str, Any] = answer.json()
    assert (answer.status_code, document["status"], document["code"]) == (status, status, code)
    assert document["type"] == f"urn:ligalo:problem:{code}"
    assert sorted({one["field"] for one in document["errors"]}) == sorted(fields)
    assert document["title"]
    assert document["detail"]
    return document
