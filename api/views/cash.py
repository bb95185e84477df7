"""The player's balances, deposits and withdrawals."""

from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.factors.selectors import find_unsettled_factors
from accounts.factors.views import read_proof
from api.pagination import load_row_page
from api.refusals import ReauthenticationRequired, ResourceNotFound
from api.resources import cash as resources
from api.serializers import cash as serializers
from api.serializers.base import PageQuery, QuerySerializer, write_document
from api.views.base import PlayerView
from api.views.changes import document_change
from api.views.operations import Access, document_operation
from limits.models import DepositAnswer
from pages.pagination import ByNumber
from wallet.cash.models import Deposit, Withdrawal
from wallet.cash.refusals import FactorNeeded, ProofNeeded
from wallet.cash.selectors import payments
from wallet.cash.services.deposit_terms import answer_deposit_terms
from wallet.cash.services.deposits import begin_deposit
from wallet.cash.services.withdrawals import request_withdrawal
from wallet.cash.values.bank_details import BadBankDetails, BankDetails, parse_bank_details

MONEY: Final = _("Money")
_NEWEST: Final = ByNumber()
_DEPOSITS, _WITHDRAWALS = "deposits", "withdrawals"


class BalancesView(PlayerView):
    @document_operation(
        "get_balances",
        MONEY,
        (_("Get balances"), _("Every balance, what is held, and what the player owes.")),
        serializers.BalancesSerializer,
        access=Access.PLAYER,
    )
    def get(self, _request: Request) -> Response:
        self.read_query(QuerySerializer)
        found = resources.load_balances(self.player)
        return Response(write_document(serializers.BalancesSerializer, found))


class DepositsView(PlayerView):
    in_one_transaction = False  # we call the provider between two transactions

    @document_operation(
        "list_deposits",
        MONEY,
        (_("List deposits"), _("The player's deposits, the newest first.")),
        serializers.DepositPageSerializer,
        takes=PageQuery,
        access=Access.PLAYER,
        leads_to={"get_deposit": ("reference", "/data/0/id")},
    )
    def get(self, _request: Request) -> Response:
        query = self.read_query(PageQuery).validated_data
        page = load_row_page(_DEPOSITS, payments.list_deposits(self.player.pk), _NEWEST, query)
        shown = replace(page, rows=[resources.describe_payment(one) for one in page.rows])
        return Response(write_document(serializers.DepositPageSerializer, shown))

    @document_change(
        "begin_deposit",
        MONEY,
        (
            _("Begin a deposit"),
            _(
                "With the same limits and checks as on the site. The player pays at `continue_at`; the money arrives with the provider's message."
            ),
        ),
        serializers.StartedDepositSerializer,
        takes=serializers.NewDepositSerializer,
        access=Access.PLAYER,
        status=HTTPStatus.CREATED,
        leads_to={"get_deposit": ("reference", "/id")},
    )
    def post(self, _request: Request) -> Response:
        given = self.read_body(serializers.NewDepositSerializer)
        key = self.caller_key.derive("deposit")
        begun = begin_deposit(self.player, given["amount"], key=key, provider=given["provider"])
        shown = resources.describe_started(begun)
        data = write_document(serializers.StartedDepositSerializer, shown)
        return Response(data, status=HTTPStatus.CREATED)


class DepositTermsView(PlayerView):
    @document_operation(
        "get_deposit_terms",
        MONEY,
        (_("Get deposit terms"), _("Payment methods, and the minimum and maximum by currency.")),
        serializers.DepositTermsSerializer,
        access=Access.PLAYER,
    )
    def get(self, _request: Request) -> Response:
        self.read_query(QuerySerializer)
        return Response(
            write_document(
                serializers.DepositTermsSerializer, resources.load_deposit_terms(self.player)
            )
        )

    @document_change(
        "answer_deposit_terms",
        MONEY,
        (
            _("Answer what is asked before a deposit"),
            _("Accept the default deposit limits, or acknowledge the notice about deposits."),
        ),
        serializers.DepositTermsSerializer,
        takes=serializers.DepositAnswerSerializer,
        access=Access.PLAYER,
    )
    def post(self, _request: Request) -> Response:
        given = self.read_body(serializers.DepositAnswerSerializer)
        answer_deposit_terms(self.player, DepositAnswer.Kind(given["accepted"]))
        found = resources.load_deposit_terms(self.player)
        return Response(write_document(serializers.DepositTermsSerializer, found))


class DepositView(PlayerView):
    @document_operation(
        "get_deposit",
        MONEY,
        (_("Get a deposit"), _("A deposit of the player with its state and history.")),
        serializers.DepositDetailSerializer,
        access=Access.PLAYER,
        problems=[HTTPStatus.NOT_FOUND],
    )
    def get(self, _request: Request, reference: UUID) -> Response:
        self.read_query(QuerySerializer)
        found = resources.find_payment(Deposit, self.player, reference)
        if found is None:
            raise ResourceNotFound
        return Response(write_document(serializers.DepositDetailSerializer, found))


class WithdrawalsView(PlayerView):
    @document_operation(
        "list_withdrawals",
        MONEY,
        (_("List withdrawals"), _("The player's withdrawals, the newest first.")),
        serializers.WithdrawalPageSerializer,
        takes=PageQuery,
        access=Access.PLAYER,
        leads_to={"get_withdrawal": ("reference", "/data/0/id")},
    )
    def get(self, _request: Request) -> Response:
        query = self.read_query(PageQuery).validated_data
        rows = payments.list_withdrawals(self.player.pk)
        page = load_row_page(_WITHDRAWALS, rows, _NEWEST, query)
        shown = replace(page, rows=[resources.describe_payment(one) for one in page.rows])
        return Response(write_document(serializers.WithdrawalPageSerializer, shown))

    @document_change(
        "request_withdrawal",
        MONEY,
        (
            _("Request a withdrawal"),
            _(
                "The money is held at once, and the player cannot cancel it. A new destination needs a fresh proof of identity: `reauthentication_required`."
            ),
        ),
        serializers.WithdrawalSerializer,
        takes=serializers.NewWithdrawalSerializer,
        access=Access.PLAYER,
        status=HTTPStatus.CREATED,
        leads_to={"get_withdrawal": ("reference", "/id")},
    )
    def post(self, _request: Request) -> Response:
        asked = self._request_withdrawal(self.read_body(serializers.NewWithdrawalSerializer))
        data = write_document(serializers.WithdrawalSerializer, resources.describe_payment(asked))
        return Response(data, status=HTTPStatus.CREATED)

    def _request_withdrawal(self, given: dict[str, Any]) -> Withdrawal:
        """Raise ReauthenticationRequired instead of a refusal if a fresh proof is all that is missing."""
        try:
            return request_withdrawal(
                self.player,
                given["amount"],
                destination=_read_destination(given["destination"]),
                key=self.caller_key.derive("withdrawal"),
                provider=given["provider"],
                proof=read_proof(self.request._request),  # noqa: SLF001 - Django's request
            )
        except ProofNeeded as refusal:
            raise ReauthenticationRequired from refusal
        except FactorNeeded as refusal:
            if find_unsettled_factors(self.player):
                raise
            raise ReauthenticationRequired from refusal


def _read_destination(given: dict[str, str]) -> BankDetails:
    """Return the destination. Raises ValidationError for its invalid part."""
    try:
        return parse_bank_details(
            given["holder"],
            country=given["country"],
            bank=given["bank"],
            number=given["number"],
            at_desk=given["kind"] == "desk",
        )
    except BadBankDetails as error:
        wrong = ErrorDetail(str(error.message), "invalid")
        raise ValidationError({"destination": {error.part: [wrong]}}) from error


class WithdrawalTermsView(PlayerView):
    @document_operation(
        "get_withdrawal_terms",
        MONEY,
        (
            _("Get withdrawal terms"),
            _("Payment methods, minimum and maximum by currency, and what can be withdrawn."),
        ),
        serializers.WithdrawalTermsSerializer,
        access=Access.PLAYER,
    )
    def get(self, _request: Request) -> Response:
        self.read_query(QuerySerializer)
        found = resources.load_withdrawal_terms(self.player)
        return Response(write_document(serializers.WithdrawalTermsSerializer, found))


class WithdrawalView(PlayerView):
    @document_operation(
        "get_withdrawal",
        MONEY,
        (_("Get a withdrawal"), _("A withdrawal of the player with its state and history.")),
        serializers.WithdrawalDetailSerializer,
        access=Access.PLAYER,
        problems=[HTTPStatus.NOT_FOUND],
    )
    def get(self, _request: Request, reference: UUID) -> Response:
        self.read_query(QuerySerializer)
        found = resources.find_payment(Withdrawal, self.player, reference)
        if found is None:
            raise ResourceNotFound
        return Response(write_document(serializers.WithdrawalDetailSerializer, found))
