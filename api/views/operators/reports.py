"""Reports for the operator's systems: names, and the sheet that the page shows."""

from collections.abc import Collection
from http import HTTPStatus
from typing import ClassVar, Final

from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.audit.services import record_list_view
from accounts.roles.selectors import load_rights
from accounts.roles.values import Right
from api.pagination import RowPage
from api.refusals import ReportTooLong, ResourceNotFound
from api.serializers.base import QuerySerializer, StrictSerializer, write_document
from api.serializers.operators.reports import (
    ReportListSerializer,
    ReportQuery,
    SheetSerializer,
    write_sheet,
)
from api.values.scopes import Scope, find_reading_scope
from api.views.operations import Access, document_operation
from api.views.service import ServiceView
from reports.catalogue.report_sheets import build_form, build_sheet, is_long
from reports.catalogue.reports import BY_NAME, REPORTS, Medium, Report
from reports.files.screen import build_parts, named_players
from reports.forms import ReportForm

TAG: Final = _("Operator: reports and exports")


class SheetsView(ServiceView):
    """Base of the views of reports."""

    scopes: ClassVar = {"GET": Scope.REPORTS_READ}

    def may_read(self, report: Report) -> bool:
        """Return whether the key has the scope, and its owner the right, that reads the report."""
        scope = find_reading_scope(report.right)
        return scope is not None and scope.value in self.key.scopes and report.right in self.rights

    @cached_property
    def rights(self) -> Collection[Right]:
        """Rights of the key's owner."""
        return load_rights(self.user)


class ReportsView(SheetsView):
    @document_operation(
        "list_reports",
        TAG,
        (_("List reports"), _("Names, titles and filters of the reports that the key may read.")),
        ReportListSerializer,
        access=Access.SERVICE,
    )
    def get(self, _request: Request) -> Response:
        self.read_query(QuerySerializer)
        page = RowPage([one for one in REPORTS if self.may_read(one)], None)
        return Response(write_document(ReportListSerializer, page))


class ReportView(SheetsView):
    @document_operation(
        "get_report",
        TAG,
        (
            _("Get a report"),
            _("The same sheet as the report's page, with the same period and filters."),
        ),
        SheetSerializer,
        takes=ReportQuery,
        problems=[HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT],
        access=Access.SERVICE,
    )
    def get(self, request: Request, report: str) -> Response:
        known = BY_NAME.get(report)
        if known is None or not self.may_read(known):
            raise ResourceNotFound
        self.read_query(ReportQuery)
        form = _read_form(known, request.query_params.dict())
        if form.found is not None and is_long(known, form.found):
            raise ReportTooLong
        parts = build_parts(build_sheet(known, form, self.user, Medium.PAGE))
        record_list_view(self.user, named_players(parts["sections"]), request.query_params)
        return Response(write_sheet(parts))


def _read_form(report: Report, given: dict[str, str]) -> ReportForm:
    """Return the page's form with these parameters. Raises ValidationError."""
    form = build_form(report, given)
    unknown = given.keys() - form.fields.keys()
    if unknown:
        text = StrictSerializer.default_error_messages["unknown"]
        detail = serializers.ErrorDetail(str(text), "unknown")
        raise serializers.ValidationError({name: [detail] for name in sorted(unknown)})
    if not form.is_valid():
        raise serializers.ValidationError(
            {
                name: [serializers.ErrorDetail(str(text), "invalid") for text in texts]
                for name, texts in form.errors.items()
            }
        )
    return form
