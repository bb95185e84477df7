"""Requests over HTTP: headers of the caller, retries with the same key, problems as exceptions."""

from dataclasses import dataclass
from itertools import count

import httpx

from ligalo_client.calls import KEY, Call
from ligalo_client.problems import LigaloError, NoAnswer, read_problem
from ligalo_client.retries import (
    Retries,
    may_repeat_answer,
    may_repeat_failure,
    read_retry_after,
)


@dataclass(frozen=True, slots=True)
class _Failure:
    """An attempt without success. `asked`: seconds that the server wants us to wait."""

    error: LigaloError
    may_repeat: bool
    asked: float | None = None


class Transport:
    """Sends calls to one server. `headers` go with each, and may be changed between two."""

    def __init__(self, http: httpx.Client, retries: Retries) -> None:
        self._http, self._retries = http, retries
        self.headers: dict[str, str] = {}

    def perform(self, call: Call) -> httpx.Response:
        """Return the answer of a success, after as many attempts as it takes. Raises LigaloError."""
        for attempt in count(1):
            found = self._attempt(call)
            if isinstance(found, httpx.Response):
                return found
            wait = self._retries.wait_after(attempt, found.asked) if found.may_repeat else None
            if wait is None:
                raise found.error
            self._retries.sleep(wait)
        raise AssertionError  # `count` does not end

    def _attempt(self, call: Call) -> httpx.Response | _Failure:
        parts = call.parts
        headers = {**self.headers, **parts.get("headers", {}), **call.headers}
        try:
            response = self._http.request(
                parts["method"],
                parts["url"],
                params=parts.get("params"),
                json=parts.get("json"),
                headers=headers,
            )
        except httpx.TransportError as error:
            failure = NoAnswer(str(error) or type(error).__name__, call.headers.get(KEY))
            failure.__cause__ = error
            return _Failure(failure, may_repeat_failure(call, error))
        if response.is_success:
            return response
        asked = read_retry_after(response)
        problem = read_problem(response, asked)
        return _Failure(problem, may_repeat_answer(call, response, problem.code), asked)
