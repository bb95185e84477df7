"""Generic adapter for providers with a payment page of their own (docs/providers.md has the requests)."""

import json
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from http import HTTPStatus
from typing import Final

import requests
from django.conf import settings
from urllib3.exceptions import HTTPError

from accounts.values.signed_exchange import (
    SIGNATURE_HEADER,
    TIME_HEADER,
    compute_digest,
    read_limited,
    run_within,
)
from wallet.providers.refusals import ProviderDeclined, ProviderUnreachable
from wallet.providers.services import statements
from wallet.providers.services.signed_callbacks import SignedCallbacks
from wallet.providers.values import PostCallback, ProviderPayment, ReportedPayment

CONNECT_SECONDS: Final = 3.0
MOST_SECONDS: Final = 10.0
"""For a whole exchange."""
MOST_BYTES: Final = 64 * 1024
MOST_STATEMENT_BYTES: Final = 64 * 1024 * 1024
_ACCEPTED: Final = {HTTPStatus.OK, HTTPStatus.CREATED, HTTPStatus.ACCEPTED}
_DECLINED: Final = {
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.CONFLICT,
    HTTPStatus.UNPROCESSABLE_ENTITY,
}


class HostedProvider(SignedCallbacks):
    """Announces payments to URL with signed requests; players pay on the page that the provider answers with."""

    required = frozenset({"SECRET", "URL"})
    optional = frozenset({"LABEL", "NOTE"})
    self_service = True
    pays_out = True
    refunds = True
    has_statements = True

    def __init__(self, name: str, options: Mapping[str, str]) -> None:
        super().__init__(name, options)
        self.label = self.options.get("LABEL", name.capitalize())
        self.note = self.options.get("NOTE", "")

    def start_payment(self, payment: ProviderPayment, post: PostCallback) -> str:  # noqa: ARG002  another site reports
        answer = self._order("payments", payment, return_to=settings.SITE_ADDRESS)
        try:
            page = json.loads(answer)["page"]
        except (ValueError, LookupError, TypeError, RecursionError) as error:
            raise ProviderUnreachable(detail=f"{self.name}: no page in the answer") from error
        return str(page)

    def pay_out(self, payment: ProviderPayment, destination: str, post: PostCallback) -> None:  # noqa: ARG002  another site reports
        self._order("payouts", payment, destination=destination)

    def refund(self, payment: ProviderPayment, post: PostCallback) -> None:  # noqa: ARG002  another site reports
        self._order("refunds", payment)

    def read_statement(self, file: bytes) -> Sequence[ReportedPayment]:
        return statements.parse_csv(file)

    def load_statement(self, since: datetime) -> Sequence[ReportedPayment]:
        moment = since.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        path = f"statement?since={moment}"
        return statements.parse_csv(self._exchange("GET", path, b"", MOST_STATEMENT_BYTES))

    def _order(self, path: str, payment: ProviderPayment, **more: str) -> bytes:
        said = {
            "reference": str(payment.reference),
            "amount": payment.money.text,
            "currency": payment.money.currency,
            **more,
        }
        return self._exchange("POST", path, json.dumps(said).encode(), MOST_BYTES)

    def _exchange(self, method: str, path: str, body: bytes, most: int) -> bytes:
        """Send a signed request and return the answer's body within MOST_SECONDS. Raises ProviderUnreachable, ProviderDeclined."""
        ask = partial(self._ask, method, path, body, most)
        try:
            status, content = run_within(MOST_SECONDS, ask)
        except (requests.RequestException, HTTPError, OSError) as error:
            raise ProviderUnreachable(detail=f"{self.name}: {type(error).__name__}") from error
        return self._judge(status, content)

    def _ask(self, method: str, path: str, body: bytes, most: int) -> tuple[int, bytes]:
        url = f"{self.options['URL'].rstrip('/')}/{path}"
        moment, limit = str(int(time.time())), time.monotonic() + MOST_SECONDS
        content = f"{method} /{path}\n".encode() + body
        headers = {
            "Content-Type": "application/json",
            TIME_HEADER: moment,
            SIGNATURE_HEADER: compute_digest(self.options["SECRET"], moment, content),
        }
        answer = requests.request(
            method,
            url,
            data=body,
            headers=headers,
            timeout=(CONNECT_SECONDS, MOST_SECONDS),
            allow_redirects=False,
            stream=True,
        )
        with closing(answer):
            return answer.status_code, read_limited(answer, most, limit)

    def _judge(self, status: int, content: bytes) -> bytes:
        if status in _ACCEPTED:
            return content
        if status in _DECLINED:
            raise ProviderDeclined(detail=f"{self.name}: {status}")
        raise ProviderUnreachable(detail=f"{self.name}: {status}")
