"""The client: every operation of the API, signed in as a player or with a service key."""

from collections.abc import Iterator
from typing import Final, Self

import httpx

from ligalo_client.calls import Call
from ligalo_client.generated.client import Operations
from ligalo_client.generated.models import (
    Login,
    NextEnum,
    PublicTable,
    SecondFactorCode,
    Session,
)
from ligalo_client.live_tables import LiveTable
from ligalo_client.private_tables import PrivateTable
from ligalo_client.problems import SignInUnfinished
from ligalo_client.retries import Retries
from ligalo_client.streams import follow_table
from ligalo_client.transport import Transport

VERSION: Final = "0.3.0"
_SESSION: Final = "X-Session-Token"
_SECONDS: Final = 30.0


class Ligalo(Operations):
    """A client of the API at `url`, with its own connections.

    Players sign in with `sign_in`, or bring the `session_token` of an earlier sign-in. The operator's
    systems have a `service_key`. `language` is that of texts for people: "en" or "es".
    """

    def __init__(
        self,
        url: str,
        *,
        session_token: str | None = None,
        service_key: str | None = None,
        language: str = "en",
        timeout: float = _SECONDS,
        retries: Retries | None = None,
    ) -> None:
        self._http = httpx.Client(base_url=url, timeout=timeout)
        self._http.headers["User-Agent"] = f"ligalo-client/{VERSION}"
        self._retries = retries or Retries()
        self._transport = Transport(self._http, self._retries)
        self._transport.headers["Accept-Language"] = language
        if service_key is not None:
            self._transport.headers["Authorization"] = f"Bearer {service_key}"
        self.session_token = session_token

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections; the session of the token goes on."""
        self._http.close()

    def perform(self, call: Call) -> httpx.Response:
        return self._transport.perform(call)

    @property
    def session_token(self) -> str | None:
        """The token of the player's session; keep it to go on later without the password."""
        return self._transport.headers.get(_SESSION)

    @session_token.setter
    def session_token(self, token: str | None) -> None:
        self._transport.headers.pop(_SESSION, None)
        if token is not None:
            self._transport.headers[_SESSION] = token

    def sign_in(self, email: str, password: str, code: str = "") -> Session:
        """Sign a player in; `code` is the second factor's, for players who have one."""
        self.session_token = None
        session = self._keep(self.log_in(body=Login(email=email, password=password)))
        if session.next_ == NextEnum.SECOND_FACTOR and code:
            session = self._keep(self.send_second_factor(body=SecondFactorCode(code=code)))
        if not session.signed_in:
            raise SignInUnfinished(session.next_ or "")
        return session

    def sign_out(self) -> None:
        """End the session on the server."""
        self._keep(self.log_out())

    def _keep(self, session: Session) -> Session:
        self.session_token = session.session_token
        return session

    def at(self, table: str, currency: str | None = None) -> PrivateTable:
        """Return the player's place at a private table, to bet and decide there."""
        return PrivateTable(self, table, currency)

    def at_live(self, table: str, currency: str | None = None) -> LiveTable:
        """Return the player at a live table, to take a seat, bet and decide there."""
        return LiveTable(self, table, currency)

    def follow(self, table: str, since: int = 0) -> Iterator[PublicTable]:
        """Yield each new state of a live table that everybody sees, also after a lost connection."""
        return follow_table(self._http, lambda: self.get_stream(table).url, since, self._retries)
