"""The player's own limits on deposits, losses, stakes and time."""

from http import HTTPStatus
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import RowPage
from api.refusals import ResourceNotFound
from api.resources.own_limits import find_position, list_limits, load_limit
from api.serializers.base import QuerySerializer, write_document
from api.serializers.own_limits import LimitPageSerializer, LimitSerializer, NewLimitSerializer
from api.views.base import PlayerView
from api.views.changes import document_change
from api.views.operations import Access, document_operation
from casino.protection.refusals import LimitAmountMissing
from casino.protection.selectors.own_limits import convert_limit
from journal.refusals import ChangedMeanwhile
from limits.services.players import LimitRequest, confirm_limit, set_limit
from limits.values import LimitKind, LimitPeriod

TAG: Final = _("Limits")


class LimitsView(PlayerView):
    @document_operation(
        "list_limits",
        TAG,
        (
            _("List limits"),
            _("The player's own limits and the house's, what is used of them, and what waits."),
        ),
        LimitPageSerializer,
        access=Access.PLAYER,
    )
    def get(self, _request: Request) -> Response:
        self.read_query(QuerySerializer)
        page = RowPage(list_limits(self.player), None)
        return Response(write_document(LimitPageSerializer, page))


class OneLimitView(PlayerView):
    """Base of the resources of one kind and period."""

    def read_path(self, kind: str, period: str) -> tuple[LimitKind, LimitPeriod]:
        """Return the limit's kind and period. Raises ResourceNotFound."""
        if kind not in LimitKind.values or period not in LimitPeriod.values:
            raise ResourceNotFound
        return LimitKind(kind), LimitPeriod(period)

    def request_limit(self, kind: LimitKind, period: LimitPeriod, amount: int | None) -> Response:
        """Set the limit and return it."""
        key = self.caller_key.derive("limit")
        set_limit(self.player, LimitRequest(kind, period, amount), key=key)
        return Response(write_document(LimitSerializer, load_limit(self.player, kind, period)))


class LimitView(OneLimitView):
    @document_change(
        "set_limit",
        TAG,
        (
            _("Set a limit"),
            _(
                "A first or stricter limit counts at once. A looser one waits 24 hours and then for a confirmation."
            ),
        ),
        LimitSerializer,
        takes=NewLimitSerializer,
        access=Access.PLAYER,
        problems=[HTTPStatus.NOT_FOUND],
    )
    def put(self, _request: Request, kind: str, period: str) -> Response:
        which = self.read_path(kind, period)
        return self.request_limit(
            *which, _read_amount(which[0], self.read_body(NewLimitSerializer))
        )

    @document_change(
        "end_limit",
        TAG,
        (
            _("End a limit"),
            _("Waits 24 hours and then for a confirmation, like every looser limit."),
        ),
        LimitSerializer,
        access=Access.PLAYER,
        problems=[HTTPStatus.NOT_FOUND],
    )
    def delete(self, _request: Request, kind: str, period: str) -> Response:
        return self.request_limit(*self.read_path(kind, period), None)


def _read_amount(kind: LimitKind, given: dict[str, Any]) -> int:
    """Return the amount in the unit of this kind. Raises LimitAmountMissing, and as `convert_limit`."""
    name = "seconds" if kind == LimitKind.TIME else "amount"
    if set(given) != {name}:
        raise LimitAmountMissing(field=name)
    return int(given[name]) if kind == LimitKind.TIME else convert_limit(given[name])


class PendingLimitView(OneLimitView):
    @document_change(
        "confirm_limit",
        TAG,
        (
            _("Confirm a looser limit"),
            _("After its 24 hours. It counts from now on."),
        ),
        LimitSerializer,
        access=Access.PLAYER,
        problems=[HTTPStatus.NOT_FOUND],
    )
    def post(self, _request: Request, kind: str, period: str) -> Response:
        which = self.read_path(kind, period)
        pending = find_position(self.player, *which).pending
        if pending is None:
            raise ChangedMeanwhile
        confirm_limit(self.player, pending.limit.pk)
        return Response(write_document(LimitSerializer, load_limit(self.player, *which)))

    @document_change(
        "keep_limit",
        TAG,
        (_("Keep the present limit"), _("Drops the looser limit that waits.")),
        LimitSerializer,
        access=Access.PLAYER,
        problems=[HTTPStatus.NOT_FOUND],
    )
    def delete(self, _request: Request, kind: str, period: str) -> Response:
        which = self.read_path(kind, period)
        position = find_position(self.player, *which)
        if position.pending is None or position.own is None:
            raise ChangedMeanwhile
        return self.request_limit(*which, position.own)
