"""A server that is newer than the client: nothing unknown raises."""

import json
from typing import Any

import pytest

from ligalo_client import ApiProblem, Refused, ServerError, UnreadableAnswer, models
from ligalo_client.models import Currency, Money, PublicTable, ShoePage
from ligalo_client.words import Word
from tests.clients.faulty import Answer, answer_json, answer_problem, serving
from tests.clients.values import SCHEMAS, example


def model_of(name: str) -> Any:
    """Return the client's class of a component; None for those that are words or plain values."""
    found = getattr(models, name, None)
    return found if hasattr(found, "from_dict") else None


MODELS = sorted(
    name
    for name, schema in SCHEMAS.items()
    if model_of(name) and schema.get("additionalProperties") is not False
)
"""Models of answers; bodies of requests have known fields only."""
WORDS = [one for one in vars(models).values() if isinstance(one, type) and issubclass(one, Word)]


def unknown(value: Any) -> Any:
    """Return the value with a field more in each object, and every word of an enum unknown."""
    if isinstance(value, dict):
        return {name: unknown(one) for name, one in value.items()} | {"new-field": {"a": [1]}}
    return [unknown(one) for one in value] if isinstance(value, list) else value


def test_there_are_models_and_words() -> None:
    assert len(MODELS) > 60
    assert len(WORDS) > 10


def test_every_model_keeps_unknown_fields() -> None:
    for name in MODELS:
        value = example(name)
        known = model_of(name).from_dict(value).to_dict()
        found = model_of(name).from_dict({**value, "new-field": {"a": [1]}})
        assert found.to_dict() == {**known, "new-field": {"a": [1]}}, name


def test_a_model_keeps_unknown_fields_at_every_depth() -> None:
    page = ShoePage.from_dict(unknown(example("ShoePage")))

    assert page.data[0].additional_properties == {"new-field": {"a": [1]}}


def test_an_unknown_word_of_every_enum_is_equal_to_its_text() -> None:
    for kind in WORDS:
        word = kind("of_next_year")
        assert (word, json.dumps(word)) == ("of_next_year", '"of_next_year"'), kind
        assert not word.is_known, kind
        assert "of_next_year" not in kind.__members__, kind
        assert all(one.is_known and kind(str(one)) is one for one in kind), kind


def test_an_unknown_word_in_an_answer_is_kept() -> None:
    money = Money.from_dict({"amount": "1.00", "currency": "CHF"})

    assert isinstance(money.currency, Currency)
    assert money.to_dict() == {"amount": "1.00", "currency": "CHF"}


def test_a_problem_with_an_unknown_code_has_the_class_of_its_status() -> None:
    newer = {
        "code": "of_next_year",
        "detail": "In words.",
        "more": 1,
        "errors": [{"field": "a"}, 7],
    }
    script = [
        answer_json(newer, 422, "application/problem+json"),
        answer_problem(418, "teapot"),
        answer_problem(599, "of_next_year"),
    ]
    with serving(*script) as faulty, faulty.client() as casino:
        with pytest.raises(Refused) as refused:
            casino.get_me()
        with pytest.raises(ApiProblem) as teapot:
            casino.get_me()
        with pytest.raises(ServerError) as broken:
            casino.get_me()

    assert (refused.value.code, refused.value.document["more"]) == ("of_next_year", 1)
    assert [one.field for one in refused.value.errors] == ["a"]
    assert (teapot.value.status, teapot.value.code) == (418, "teapot")
    assert broken.value.status == 599


@pytest.mark.parametrize("body", [b"<h1>Bad gateway</h1>", b"", b"\xff", b"[1]", b'{"code": 7}'])
def test_an_error_without_a_problem_document_is_unknown(body: bytes) -> None:
    with (
        serving(Answer(body, 500)) as faulty,
        faulty.client() as casino,
        pytest.raises(ServerError) as broken,
    ):
        casino.get_me()

    assert (broken.value.status, broken.value.code, broken.value.errors) == (500, "unknown", ())


@pytest.mark.parametrize("body", [b"<h1>Sign in to this network</h1>", b"", b"[1]", b"{}"])
def test_an_invalid_success_response_is_an_error(body: bytes) -> None:
    with (
        serving(Answer(body)) as faulty,
        faulty.client() as casino,
        pytest.raises(UnreadableAnswer) as unreadable,
    ):
        casino.get_me()

    assert "/api/v1/me answered 200" in str(unreadable.value)


def test_an_event_of_an_unknown_kind_is_skipped() -> None:
    state = json.dumps({**example("PublicTable"), "version": 7, "phase": "of_next_year"})
    body = f"event: news\ndata: x\nnew-field: y\n\n:comment\n\nevent: table\ndata: {state}\n\n"
    stream = Answer(body.encode(), headers={"Content-Type": "text/event-stream"})
    with (
        serving(answer_json({"url": "/stream", "expires_in": 600}), stream) as faulty,
        faulty.client() as casino,
    ):
        found = next(casino.follow("live"))

    assert isinstance(found, PublicTable)
    assert (found.version, found.phase) == (7, "of_next_year")
