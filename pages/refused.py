"""A form that was refused: its page is drawn again at once, with the reason and with what was typed, and nothing is lost or stored."""

from dataclasses import dataclass
from http import HTTPStatus

from django.http import HttpRequest, QueryDict


@dataclass(frozen=True, slots=True)
class Refused:
    """What a page shows of a refusal: why (`told`), and, in the very form that was sent to `address`, what it `held`."""

    address: str
    held: QueryDict
    told: str
    status: HTTPStatus

    @property
    def late(self) -> str:
        """The reason that was typed for what had gone on meanwhile: the page may have no form for it any more."""
        return self.held.get("reason", "") if self.status == HTTPStatus.CONFLICT else ""


def refused(
    request: HttpRequest, told: object, status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY
) -> Refused:
    """The refusal of the form that this request brought, for `accounts.staff.render_staff`; `told` is shown as text."""
    return Refused(request.path, request.POST, str(told), status)
