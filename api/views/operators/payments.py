"""Confirmation of payments by the operator's payment system."""

from typing import ClassVar, Final

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.serializers.operators.payments import PaymentReportBody, ReportOutcomeSerializer
from api.values.scopes import Scope
from api.views.changes import document_change
from api.views.operations import Access
from api.views.service import ServiceView
from wallet.cash.services.provider_reports import record_report

TAG: Final = _("Operator: payments")


class PaymentReportsView(ServiceView):
    scopes: ClassVar = {"POST": Scope.PAYMENTS_CONFIRM}

    @document_change(
        "report_payment",
        TAG,
        (
            _("Report a payment"),
            _(
                "Hand on what a provider reports about a deposit or a withdrawal, after you have checked that it comes from the provider. It has the effect of the provider's own callback, once for each `event`."
            ),
        ),
        ReportOutcomeSerializer,
        takes=PaymentReportBody,
        access=Access.SERVICE,
    )
    def post(self, _request: Request) -> Response:
        body = self.read_body(PaymentReportBody)
        report = PaymentReportBody.build_report(body)
        event = record_report(body["provider"], report, acting_user=self.user)
        return Response(ReportOutcomeSerializer(event).data)
