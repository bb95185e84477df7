"""A provider that answers signed JSON over HTTPS (docs/gate.md has the messages)."""

import hmac
import json
import secrets
import time
from collections.abc import Mapping
from contextlib import closing
from http import HTTPStatus
from typing import Any, Final

import requests
from urllib3.exceptions import HTTPError

from accounts.gate.values.facts import GateOutcome
from accounts.gate.values.questions import GateQuestion, GateReply, ProviderFailed
from accounts.values.signed_exchange import (
    SIGNATURE_HEADER,
    TIME_HEADER,
    compute_digest,
    read_limited,
    run_within,
)

CONNECT_SECONDS: Final = 2.0
MOST_SECONDS: Final = 4.0
"""For a whole exchange: a player waits for it."""
ATTEMPTS: Final = 2
_MOST_BYTES: Final = 16 * 1024
_WINDOW: Final = 300  # seconds between the clocks
_ANSWERS: Final = {"passed", "refused", "doubt"}
UNREADABLE: Final = (ValueError, LookupError, TypeError, RecursionError)


class SignedClient:
    """Sends signed messages to a provider and returns what it signed."""

    def __init__(self, name: str, url: str, secret: str) -> None:
        self.name, self._url, self._secret = name, url, secret

    def __repr__(self) -> str:
        """Show no secret."""
        return f"<{type(self).__name__} {self.name}>"

    def send(self, message: Mapping[str, object]) -> bytes:
        """Return the answer's content. A connection that fails is tried once more; raises ProviderFailed."""
        for attempt in range(ATTEMPTS):
            try:
                return self._exchange(message)
            except (requests.ConnectionError, HTTPError) as error:
                if attempt + 1 == ATTEMPTS:
                    raise ProviderFailed(type(error).__name__) from error
            except (requests.RequestException, OSError) as error:
                raise ProviderFailed(type(error).__name__) from error
        raise ProviderFailed("no attempt")

    def _exchange(self, message: Mapping[str, object]) -> bytes:
        body = json.dumps(message).encode()
        status, signed, content = run_within(MOST_SECONDS, lambda: self._post(body))
        if status != HTTPStatus.OK:
            raise ProviderFailed(f"status {status}")
        self._verify_signature(signed, content)
        return content

    def _post(self, body: bytes) -> tuple[int, tuple[str, str], bytes]:
        moment, limit = str(int(time.time())), time.monotonic() + MOST_SECONDS
        answer = requests.post(
            self._url,
            data=body,
            headers={
                "Content-Type": "application/json",
                TIME_HEADER: moment,
                SIGNATURE_HEADER: compute_digest(self._secret, moment, body),
            },
            timeout=(CONNECT_SECONDS, MOST_SECONDS),
            allow_redirects=False,
            stream=True,
        )
        with closing(answer):
            signed = answer.headers.get(TIME_HEADER, ""), answer.headers.get(SIGNATURE_HEADER, "")
            return answer.status_code, signed, read_limited(answer, _MOST_BYTES, limit)

    def _verify_signature(self, signed: tuple[str, str], content: bytes) -> None:
        moment, signature = signed
        if not (moment.isascii() and moment.isdigit()):
            raise ProviderFailed("no time of signature")
        expected = compute_digest(self._secret, moment, content)
        if not hmac.compare_digest(expected.encode(), signature.encode()):
            raise ProviderFailed("another signature")
        if abs(time.time() - int(moment)) > _WINDOW:
            raise ProviderFailed("signed at another time")


class HttpProvider(SignedClient):
    """Sends each question with a nonce; an answer is signed and repeats check, player and nonce."""

    def ask(self, question: GateQuestion) -> GateReply:
        """Return the answer. Raises ProviderFailed."""
        nonce = secrets.token_hex(16)
        return _read_reply(question, nonce, self.send(_describe(question, nonce)))


def read_once(content: bytes) -> dict[str, Any]:
    """Return the JSON object in which nothing is named twice. Raises ProviderFailed."""
    try:
        said = json.loads(content, object_pairs_hook=_read_once)
    except UNREADABLE as error:
        raise ProviderFailed("unreadable answer") from error
    if not isinstance(said, dict):
        raise ProviderFailed("unreadable answer")
    return said


def _describe(question: GateQuestion, nonce: str) -> dict[str, object]:
    told = {
        "address": question.address,
        "full_name": question.full_name,
        "birth_date": question.birth_date.isoformat() if question.birth_date else "",
        "country": question.country,
        "number": question.number,
    }
    known = {name: value for name, value in told.items() if value}
    return {"check": question.check, "player": str(question.player), "nonce": nonce, **known}


def _read_reply(question: GateQuestion, nonce: str, content: bytes) -> GateReply:
    """Return the reply to this question. Raises ProviderFailed for another's, or one said twice."""
    said = read_once(content)
    try:
        about = (said["check"], said["player"], said["nonce"])
        outcome, country = said["outcome"], said.get("country", "")
        region = said.get("region", "")
    except UNREADABLE as error:
        raise ProviderFailed("unreadable answer") from error
    if about != (question.check, str(question.player), nonce):
        raise ProviderFailed("the answer to another question")
    if outcome not in _ANSWERS or not (isinstance(country, str) and isinstance(region, str)):
        raise ProviderFailed("no such answer")
    if len(country) not in {0, 2} or len(region) > 10:  # noqa: PLR2004  # ISO 3166-1 and -2
        raise ProviderFailed("no such place")
    return GateReply(GateOutcome(outcome), country.upper(), region)


def _read_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a value is named twice")
    return found
