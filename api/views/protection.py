"""Reality check, time-out, self-exclusion."""

from http import HTTPStatus
from typing import Final

from django.core.exceptions import ValidationError as DjangoValidationError
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.factors.views import is_factor_fresh
from accounts.models.users import User
from accounts.protection.services.exclusion import start_self_exclusion, start_time_out
from accounts.protection.services.reality_answers import set_interval
from accounts.protection.services.returning import ask_return
from accounts.protection.views.reauthentication import verify_password
from api.refusals import ReauthenticationRequired
from api.resources.reality import load_reality_check
from api.serializers.base import QuerySerializer, write_document
from api.serializers.protection import (
    BreakSerializer,
    ExclusionReturnSerializer,
    IntervalSerializer,
    RealityAnswerSerializer,
    RealityCheckSerializer,
    ReturnProofSerializer,
    SelfExclusionSerializer,
    TimeOutSerializer,
)
from api.views.base import PlayerView
from api.views.changes import document_change
from api.views.operations import Access, document_operation
from casino.protection.services.reality import answer_check_anywhere
from journal.refusals import ChangedMeanwhile

TAG: Final = _("Player protection")


def _answer_check(player: User) -> Response:
    current = User.objects.get(pk=player.pk)
    return Response(write_document(RealityCheckSerializer, load_reality_check(current)))


class RealityCheckView(PlayerView):
    account_pages_of = "accounts"

    @document_operation(
        "get_reality_check",
        TAG,
        (_("Get the reality check"), _("Its interval, the next one, and the session so far.")),
        RealityCheckSerializer,
        access=Access.PLAYER,
    )
    def get(self, _request: Request) -> Response:
        self.read_query(QuerySerializer)
        return Response(write_document(RealityCheckSerializer, load_reality_check(self.player)))

    @document_change(
        "set_reality_check",
        TAG,
        (
            _("Choose the interval of the reality check"),
            _("It applies to all devices. Refused while a check is due."),
        ),
        RealityCheckSerializer,
        takes=IntervalSerializer,
        access=Access.PLAYER,
    )
    def put(self, _request: Request) -> Response:
        set_interval(self.player, self.read_body(IntervalSerializer)["minutes"])
        return _answer_check(self.player)


class RealityAnswerView(PlayerView):
    account_pages_of = "accounts"

    @document_change(
        "answer_reality_check",
        TAG,
        (
            _("Answer the reality check"),
            _("Bets are taken again afterwards. A check that is not the due one is refused."),
        ),
        RealityCheckSerializer,
        takes=RealityAnswerSerializer,
        access=Access.PLAYER,
    )
    def post(self, _request: Request) -> Response:
        given = self.read_body(RealityAnswerSerializer)
        if not answer_check_anywhere(self.player, given["answer"], given["mark"]):
            raise ChangedMeanwhile
        return _answer_check(self.player)


class BreakView(PlayerView):
    """Base of the player's own breaks: open to idle players, after a password or a fresh second factor."""

    account_pages_of = "accounts"
    is_open_to_idle = True
    open_without_factor = True

    def prove(self, password: str | None) -> None:
        """Raise ReauthenticationRequired without a proof, ValidationError for a wrong password."""
        http = self.request._request  # noqa: SLF001 - Django's request
        if is_factor_fresh(http):
            return
        if password is None:
            raise ReauthenticationRequired
        try:
            verify_password(http, self.player, password)
        except DjangoValidationError as error:
            told = [ErrorDetail(str(error.messages[0]), error.code or "invalid")]
            raise ValidationError({"password": told}) from error


class TimeOutView(BreakView):
    @document_change(
        "take_time_out",
        TAG,
        (
            _("Take a time-out"),
            _(
                "Bars the player from play at once, for as many days as the profile in force allows: mostly 1 to 30."
            ),
        ),
        BreakSerializer,
        takes=TimeOutSerializer,
        access=Access.PLAYER,
        status=HTTPStatus.CREATED,
    )
    def post(self, _request: Request) -> Response:
        given = self.read_body(TimeOutSerializer)
        self.prove(given.get("password"))
        made = start_time_out(self.player, given["days"], key=self.caller_key.derive("time-out"))
        made.refresh_from_db()
        return Response(write_document(BreakSerializer, made), status=HTTPStatus.CREATED)


class SelfExclusionView(BreakView):
    @document_change(
        "exclude_self",
        TAG,
        (
            _("Exclude oneself"),
            _(
                "Bars the player from play until a time or without an end. Who may end it early, if anybody, is as the profile in force says."
            ),
        ),
        BreakSerializer,
        takes=SelfExclusionSerializer,
        access=Access.PLAYER,
        status=HTTPStatus.CREATED,
    )
    def post(self, _request: Request) -> Response:
        given = self.read_body(SelfExclusionSerializer)
        self.prove(given.get("password"))
        key = self.caller_key.derive("self-exclusion")
        made = start_self_exclusion(self.player, given["until"], key=key)
        made.refresh_from_db()
        return Response(write_document(BreakSerializer, made), status=HTTPStatus.CREATED)


class ExclusionReturnView(BreakView):
    @document_change(
        "ask_return",
        TAG,
        (
            _("Ask to come back"),
            _("Ends the player's self-exclusions that may be ended so, after their wait."),
        ),
        ExclusionReturnSerializer,
        takes=ReturnProofSerializer,
        access=Access.PLAYER,
        status=HTTPStatus.CREATED,
    )
    def post(self, _request: Request) -> Response:
        self.prove(self.read_body(ReturnProofSerializer).get("password"))
        made = ask_return(self.player)[-1]
        data = write_document(ExclusionReturnSerializer, made)
        return Response(data, status=HTTPStatus.CREATED)
