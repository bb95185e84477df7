"""Back-office pages as served: the whole request through Django's handler, by a signed-in analyst."""

from http import HTTPStatus
from secrets import token_hex
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

if TYPE_CHECKING:
    from accounts.models.users import User
    from reports.values.period import Period

_PASSWORD = "a long password of nobody"  # noqa: S105 - staff on a disposable server


def create_analyst() -> "User":
    """Create a member of staff who may see every report, but has no till."""
    from accounts.roles.values import Role  # noqa: PLC0415 - after django.setup()
    from accounts.sign_up.services.demo import register_demo_staff  # noqa: PLC0415 - likewise

    email = f"{token_hex(4)}@bench.example"
    return register_demo_staff(email, _PASSWORD, "Bench", Role.COMPLIANCE_ANALYST)


class Reader:
    """Test client of an analyst, signed in with both factors."""

    def __init__(self) -> None:
        from django.test import Client, RequestFactory  # noqa: PLC0415 - likewise

        from internals.allauth_flows import (  # noqa: PLC0415 - after django.setup()
            record_authentication,
        )

        user, self._client = create_analyst(), Client()
        self._client.force_login(user)
        request = RequestFactory().get("/")
        request.session, request.user = self._client.session, user
        record_authentication(request, user, "mfa", type="totp")
        request.session.save()

    def overview(self) -> bytes:
        """Return the back office's start page."""
        return self._page("admin:index")

    def report(self, name: str, period: "Period") -> bytes:
        """Return the page of a report for a period."""
        asked = {"since": f"{period.first}", "until": f"{period.last}"}
        if not period.is_whole_days:
            asked |= {"since_time": f"{period.since:%H:%M}", "until_time": f"{period.until:%H:%M}"}
        return self._page("reports:report", name, **asked)

    def _page(self, name: str, *words: str, **asked: str) -> bytes:
        from django.urls import reverse  # noqa: PLC0415 - after django.setup()

        address = f"{reverse(name, args=words)}?{urlencode(asked)}"
        answer: Any = self._client.get(address, headers={"host": "localhost"})
        if answer.status_code != HTTPStatus.OK:
            raise SystemExit(f"{address} answers {answer.status_code}")
        return bytes(answer.content)
