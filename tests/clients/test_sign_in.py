"""Sign-in of the Python client: tokens that change, second factors, service keys."""

import json

import pytest

from ligalo_client import Ligalo, Retries, SignInUnfinished
from tests.clients.faulty import Answer, answer_json, serving
from tests.clients.values import example

ME = answer_json(example("Profile"))


def session(token: str | None, *, signed_in: bool = False, step: str | None = None) -> Answer:
    return answer_json({"session_token": token, "signed_in": signed_in, "next": step})


def test_the_second_factor_is_sent_with_the_token_of_the_password() -> None:
    script = [session("a", step="second_factor"), session("b", signed_in=True), ME]
    with serving(*script) as faulty, faulty.client() as casino:
        casino.sign_in("ana@example.test", "secret", code="123456")
        casino.get_me()
        assert casino.session_token == "b"

    assert [one.headers.get("x-session-token") for one in faulty.asked] == [None, "a", "b"]
    assert json.loads(faulty.asked[1].body) == {"code": "123456"}


@pytest.mark.parametrize("step", ["second_factor", "confirm_email", "of_next_year"])
def test_a_sign_in_that_needs_another_step_says_which(step: str) -> None:
    with serving(session("a", step=step)) as faulty, faulty.client() as casino:
        with pytest.raises(SignInUnfinished) as unfinished:
            casino.sign_in("ana@example.test", "secret")
        assert casino.session_token == "a"

    assert unfinished.value.step == step


def test_the_token_ends_with_the_session() -> None:
    with (
        serving(session(None), ME) as faulty,
        Ligalo(faulty.url, session_token="a", language="es") as casino,
    ):
        casino.sign_out()
        casino.get_me()

    assert [one.headers.get("x-session-token") for one in faulty.asked] == ["a", None]
    assert {one.headers["accept-language"] for one in faulty.asked} == {"es"}


def test_a_service_key_is_sent_as_a_bearers() -> None:
    with (
        serving(ME) as faulty,
        Ligalo(faulty.url, service_key="lgl_test_1", retries=Retries(attempts=1)) as casino,
    ):
        casino.get_me()

    assert faulty.asked[0].headers["authorization"] == "Bearer lgl_test_1"
