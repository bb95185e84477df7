"""The player's own limits on deposits, losses, stakes and time."""

from functools import partial
from http import HTTPStatus
from typing import Any, Final

from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import conditional_page
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models.users import User
from api.pagination import RowPage
from api.refusals import ResourceNotFound
from api.resources.own_limits import find_position, list_limits, load_limit
from api.serializers.base import QuerySerializer, write_document
from api.serializers.own_limits import (
    LimitPageSerializer,
    LimitSerializer,
    LimitSettingSerializer,
    NewLimitSerializer,
)
from api.views.base import PlayerView
from api.views.changes import document_change
from api.views.operations import Access, document_operation
from api.views.preconditions import answer_version, require_version
from casino.protection.refusals import LimitAmountMissing
from casino.protection.selectors.own_limits import convert_limit
from journal.refusals import ChangedMeanwhile
from limits.services.players import LimitRequest, confirm_limit
from limits.values import LimitKind, LimitPeriod
from wallet.player_limits.services import ask_limit, find_present_limit

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

    def read_seen_path(self, kind: str, period: str) -> tuple[LimitKind, LimitPeriod]:
        """Return the limit's kind and period, if `If-Match` allows its change. Raises ResourceNotFound, PreconditionFailed."""
        which = self.read_path(kind, period)
        require_version(self.request, partial(self._lock_version, *which))
        return which

    def _lock_version(self, kind: LimitKind, period: LimitPeriod) -> str:
        User.objects.select_for_update(no_key=True).get(pk=self.player.pk)
        return load_limit(self.player, kind, period).version

    def request_limit(self, kind: LimitKind, period: LimitPeriod, amount: int | None) -> Response:
        """Set the limit and return it."""
        key = self.caller_key.derive("limit")
        ask_limit(self.player, LimitRequest(kind, period, amount), key=key)
        return Response(write_document(LimitSerializer, load_limit(self.player, kind, period)))


@method_decorator(conditional_page, name="dispatch")
class LimitView(OneLimitView):
    @document_operation(
        "get_limit",
        TAG,
        (
            _("Get a limit"),
            _("The limits of one kind and period, without what is used. Its ETag is `version`."),
        ),
        LimitSettingSerializer,
        access=Access.PLAYER,
        problems=[HTTPStatus.NOT_FOUND],
    )
    def get(self, _request: Request, kind: str, period: str) -> Response:
        self.read_query(QuerySerializer)
        found = load_limit(self.player, *self.read_path(kind, period))
        return answer_version(LimitSettingSerializer(found).data)

    @document_change(
        "set_limit",
        TAG,
        (
            _("Set a limit"),
            _(
                "A first or stricter limit counts at once. A looser one waits, 24 hours or as long as the profile in force says, and then for a confirmation."
            ),
        ),
        LimitSerializer,
        takes=NewLimitSerializer,
        access=Access.PLAYER,
        problems=[HTTPStatus.NOT_FOUND],
        is_conditional=True,
    )
    def put(self, _request: Request, kind: str, period: str) -> Response:
        which = self.read_seen_path(kind, period)
        return self.request_limit(
            *which, _read_amount(which[0], self.read_body(NewLimitSerializer))
        )

    @document_change(
        "end_limit",
        TAG,
        (
            _("End a limit"),
            _("Waits, and then for a confirmation, like every looser limit."),
        ),
        LimitSerializer,
        access=Access.PLAYER,
        problems=[HTTPStatus.NOT_FOUND],
        is_conditional=True,
    )
    def delete(self, _request: Request, kind: str, period: str) -> Response:
        return self.request_limit(*self.read_seen_path(kind, period), None)


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
            _("After its waiting time. It counts from now on."),
        ),
        LimitSerializer,
        access=Access.PLAYER,
        problems=[HTTPStatus.NOT_FOUND],
        is_conditional=True,
    )
    def post(self, _request: Request, kind: str, period: str) -> Response:
        which = self.read_seen_path(kind, period)
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
        is_conditional=True,
    )
    def delete(self, _request: Request, kind: str, period: str) -> Response:
        which = self.read_seen_path(kind, period)
        position = find_position(self.player, *which)
        present = find_present_limit(self.player, *which)
        if position.pending is None or present is None:
            raise ChangedMeanwhile
        return self.request_limit(*which, present)
