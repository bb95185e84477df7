"""Requests that schemathesis makes from the OpenAPI document, to every operation by whom may call it.

No answer is an error of the program or undocumented, invalid input is refused, and a refusal moves nothing.
`make test` tries a few examples, the same each time; `make test-all` many, and new ones.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, cast
from uuid import uuid4

import hypothesis
import pytest
import schemathesis
from django.db import transaction
from django.test.client import ClientHandler
from schemathesis import Case, GenerationMode
from schemathesis.checks import CHECKS, CheckFunction
from schemathesis.config import SchemathesisConfig
from schemathesis.core.failures import FailureGroup

from tests.api.access import ACCESS, ANYBODY, PLAYER, SCOPES, Line
from tests.api.apps import EVERYTHING
from tests.api.operations import Operation, document, operations
from tests.api.test_bad_input import STREAMS
from tests.api.world import Sender, World, moved, with_app
from tests.matrix.data import everything

pytestmark = pytest.mark.database
OURS: Final = SchemathesisConfig.from_dict({"generation": {"with-security-parameters": False}})
ALWAYS: Final = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "response_headers_conformance",
)
OF_INVALID: Final = (*ALWAYS, "negative_data_rejection")
APP: Final = "app"
CLIENTS: Final[Mapping[str, Callable[[Line], bool]]] = {
    "anybody": lambda line: line.may == ANYBODY,
    "player": lambda line: line.may == PLAYER,
    "keys": lambda line: line.may in SCOPES,
    APP: lambda line: bool(line.apps),
}
"""Which operations each kind of client may call."""
EXAMPLES: Final = [2, pytest.param(20, marks=pytest.mark.slow)]


def answer_in_process(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    """Answer as the site does, but keep the test's database connection open."""
    answer: Any = ClientHandler()({**environ, "REMOTE_ADDR": "127.0.0.1"})
    start_response(f"{answer.status_code} {answer.reason_phrase}", list(answer.items()))
    return list(answer.streaming_content) if answer.streaming else [answer.content]


def checks_of(names: Sequence[str]) -> list[CheckFunction]:
    return cast("list[CheckFunction]", CHECKS.get_by_names(names))


@cache
def whole() -> Any:
    return schemathesis.openapi.from_dict(dict(document()), config=OURS)


@pytest.mark.parametrize("examples", EXAMPLES)
@pytest.mark.parametrize("client", CLIENTS)
def test_every_answer_is_documented_and_no_refusal_moves_anything(
    world: World, client: str, examples: int
) -> None:
    app = with_app(world.player, EVERYTHING) if client == APP else None
    before, found = everything(), list[str]()
    for operation in operations().values():
        line = ACCESS[operation.id]
        if CLIENTS[client](line) and operation.id not in STREAMS:
            sender = app or world.admitted(line)
            found += failures(world, sender, operation, examples)
    assert not found, "\n".join(found)
    assert not set(moved(before, everything())) - {"journal_event"}


CHAINS: Final = [(2, 8), pytest.param((30, 20), marks=pytest.mark.slow)]
"""Scenarios, and requests in each."""


@pytest.mark.parametrize("size", CHAINS, ids=str)
def test_what_an_answer_names_is_there(world: World, size: tuple[int, int]) -> None:
    """Follow the document's links from answer to request, with everything done so far in place."""

    followed: set[str] = set()

    class Scenario(whole().as_state_machine()):  # type: ignore[misc]  # the library builds the class from the document
        def setup(self) -> None:
            self.place = transaction.savepoint()

        def call(self, case: Case[Any], **_more: Any) -> Any:
            name = case.operation.definition.raw["operationId"]
            headers = dict(world.admitted(ACCESS[name]).headers)
            return case.call(
                app=answer_in_process, headers=headers | {"Idempotency-Key": str(uuid4())}
            )

        def step(self, input: Any) -> Any:  # noqa: A002 - the library's name
            if input.transition is not None:
                followed.add(input.transition.id)
            return super().step(input)

        def validate_response(self, response: Any, case: Case[Any], **_more: Any) -> None:
            case.validate_response(response, checks=checks_of(ALWAYS))

        def teardown(self) -> None:
            transaction.savepoint_rollback(self.place)

    scenarios, steps = size
    Scenario.run(
        settings=hypothesis.settings(
            max_examples=scenarios,
            stateful_step_count=steps,
            database=None,
            suppress_health_check=list(hypothesis.HealthCheck),
        )
    )
    assert len(followed) >= scenarios / 2, followed


def modes(operation: Operation) -> list[GenerationMode]:
    """Return whether requests can be valid and invalid; what takes nothing has no invalid ones."""
    takes = operation.body or operation.parameters("query") or operation.parameters("header")
    return list(GenerationMode) if takes else [GenerationMode.POSITIVE]


def failures(world: World, sender: Sender, operation: Operation, examples: int) -> Iterator[str]:
    for mode in modes(operation):
        try:
            try_examples(world, sender, operation, mode, examples)
        except FailureGroup as group:
            yield f"{operation.id}, {mode.value}: {group}"


def try_examples(
    world: World, sender: Sender, operation: Operation, mode: GenerationMode, examples: int
) -> None:
    """Send requests of one operation about the world's own things, and check the answers."""
    line = ACCESS[operation.id]
    arguments = {name: world.samples[line.at.get(name, name)] for name in operation.arguments}
    found = whole()[f"/api/v1{operation.path}"][operation.method.upper()]
    texts = {name: str(value) for name, value in arguments.items()}
    cases = found.as_strategy(generation_mode=mode, path_parameters=texts)
    headers = sender.headers

    @hypothesis.settings(
        max_examples=examples, database=None, suppress_health_check=list(hypothesis.HealthCheck)
    )
    @hypothesis.given(cases)
    def send(case: Case[Any]) -> None:
        check(case, dict(headers), mode)

    send()


def check(case: Case[Any], headers: dict[str, str], mode: GenerationMode) -> None:
    """Send a request; what it did is undone if it succeeded."""
    if mode is GenerationMode.POSITIVE:
        headers["Idempotency-Key"] = str(uuid4())
    place = transaction.savepoint()
    answer = case.call(app=answer_in_process, headers=headers)
    if answer.status_code < 400:
        transaction.savepoint_rollback(place)
    checks = checks_of(OF_INVALID if mode is GenerationMode.NEGATIVE else ALWAYS)
    case.validate_response(answer, checks=checks)
