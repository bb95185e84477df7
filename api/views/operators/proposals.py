"""Proposals of rates and limits. Staff decide them; the key's owner cannot."""

from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from typing import Any, ClassVar, Final

from django.db.models import QuerySet
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import conditional_page
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models.users import User
from accounts.users.selectors.search import all_players
from api.refusals import ResourceNotFound
from api.resources.operators.proposals import load_limits_in_force, load_proposal_record
from api.serializers.base import QuerySerializer, write_document
from api.serializers.operators.proposals import (
    CashLimitBody,
    LimitsBody,
    LimitsInForceSerializer,
    LimitsQuery,
    ProposalRecordSerializer,
    RateBody,
)
from api.values.scopes import Scope
from api.views.changes import document_change
from api.views.operations import Access, document_operation
from api.views.preconditions import answer_version, require_version
from api.views.service import ServiceView
from limits.models import CashLimit, LimitSet
from limits.values import CashLimitKind
from tables.services.limit_sets import lock_limits, propose_limits
from wallet.cash.services.limits import propose_cash_limit
from wallet.rates.models import Rate
from wallet.rates.services.rate_entry import enter_rate

TAG: Final = _("Operator: proposals")


def _answer(
    proposals: QuerySet[Any], number: int, status: HTTPStatus = HTTPStatus.CREATED
) -> Response:
    """Return a proposal as it is now. Raises ResourceNotFound."""
    found = load_proposal_record(proposals, number)
    if found is None:
        raise ResourceNotFound
    return Response(write_document(ProposalRecordSerializer, found), status)


class ProposeRateView(ServiceView):
    scopes: ClassVar = {"POST": Scope.RATES_PROPOSE}

    @document_change(
        "propose_rate",
        TAG,
        (
            _("Propose an exchange rate"),
            _("A rate far from the last one waits for a second person; another is in effect."),
        ),
        ProposalRecordSerializer,
        takes=RateBody,
        access=Access.SERVICE,
        status=HTTPStatus.CREATED,
        leads_to={"get_rate_proposal": ("number", "/id")},
    )
    def post(self, _request: Request) -> Response:
        entered = enter_rate(RateBody.build_offer(self.read_body(RateBody)), self.user)
        return _answer(Rate.objects.all(), entered.row.pk)


class ProposeCashLimitView(ServiceView):
    scopes: ClassVar = {"POST": Scope.LIMITS_PROPOSE}

    @document_change(
        "propose_cash_limit",
        TAG,
        (
            _("Propose a limit of deposits or withdrawals"),
            _("It is in force once a second person approves it."),
        ),
        ProposalRecordSerializer,
        takes=CashLimitBody,
        access=Access.SERVICE,
        status=HTTPStatus.CREATED,
        leads_to={"get_cash_limit_proposal": ("number", "/id")},
    )
    def post(self, _request: Request) -> Response:
        body = self.read_body(CashLimitBody)
        made = propose_cash_limit(
            CashLimitKind(body["kind"]),
            body["amount"],
            acting_user=self.user,
            reason=body["reason"],
        )
        return _answer(CashLimit.objects.all(), made.pk)


@method_decorator(conditional_page, name="dispatch")
class ProposeLimitsView(ServiceView):
    scopes: ClassVar = {"GET": Scope.LIMITS_PROPOSE, "POST": Scope.LIMITS_PROPOSE}

    @document_operation(
        "get_limits_in_force",
        TAG,
        (
            _("Get the limits of play"),
            _("Limits of the house or of one player that are in force. Its ETag is `version`."),
        ),
        LimitsInForceSerializer,
        takes=LimitsQuery,
        problems=[HTTPStatus.NOT_FOUND],
        access=Access.SERVICE,
    )
    def get(self, _request: Request) -> Response:
        player = _find_player(self.read_query(LimitsQuery).validated_data)
        found = load_limits_in_force(player.pk if player else None)
        return answer_version(LimitsInForceSerializer(found).data)

    @document_change(
        "propose_limits",
        TAG,
        (
            _("Propose limits of play"),
            _(
                "Limits of the house or of one player, as a whole. They are in force once a second person approves them."
            ),
        ),
        ProposalRecordSerializer,
        takes=LimitsBody,
        problems=[HTTPStatus.NOT_FOUND],
        access=Access.SERVICE,
        status=HTTPStatus.CREATED,
        leads_to={"get_limits_proposal": ("number", "/id")},
        is_conditional=True,
    )
    def post(self, _request: Request) -> Response:
        body = self.read_body(LimitsBody)
        player = _find_player(body)
        number = player.pk if player else None
        require_version(self.request, partial(_lock_version, number))
        made = propose_limits(
            player,
            body["values"],
            reason=body["reason"],
            acting_user=self.user,
            accepted=body["accepted"],
        )
        return _answer(LimitSet.objects.all(), made.pk)


def _lock_version(player_id: int | None) -> str:
    """Return the version of the limits in force, which no decision changes until the proposal is committed."""
    lock_limits(player_id)
    return load_limits_in_force(player_id).version


def _find_player(given: Mapping[str, Any]) -> User | None:
    """Return the player that is named; None for the house. Raises ResourceNotFound."""
    if "player" not in given:
        return None
    player = all_players().filter(pk=given["player"]).first()
    if player is None:
        raise ResourceNotFound
    return player


_STATUS: Final = (_("Get a proposal"), _("Whether it waits, or was approved or refused."))


class RateProposalView(ServiceView):
    scopes: ClassVar = {"GET": Scope.RATES_PROPOSE}

    @document_operation(
        "get_rate_proposal",
        TAG,
        _STATUS,
        ProposalRecordSerializer,
        problems=[HTTPStatus.NOT_FOUND],
        access=Access.SERVICE,
    )
    def get(self, _request: Request, number: int) -> Response:
        self.read_query(QuerySerializer)
        return _answer(Rate.objects.all(), number, HTTPStatus.OK)


class CashLimitProposalView(ServiceView):
    scopes: ClassVar = {"GET": Scope.LIMITS_PROPOSE}

    @document_operation(
        "get_cash_limit_proposal",
        TAG,
        _STATUS,
        ProposalRecordSerializer,
        problems=[HTTPStatus.NOT_FOUND],
        access=Access.SERVICE,
    )
    def get(self, _request: Request, number: int) -> Response:
        self.read_query(QuerySerializer)
        return _answer(CashLimit.objects.all(), number, HTTPStatus.OK)


class LimitsProposalView(ServiceView):
    scopes: ClassVar = {"GET": Scope.LIMITS_PROPOSE}

    @document_operation(
        "get_limits_proposal",
        TAG,
        _STATUS,
        ProposalRecordSerializer,
        problems=[HTTPStatus.NOT_FOUND],
        access=Access.SERVICE,
    )
    def get(self, _request: Request, number: int) -> Response:
        self.read_query(QuerySerializer)
        return _answer(LimitSet.objects.all(), number, HTTPStatus.OK)
