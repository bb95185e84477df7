"""Cases, flags and holds for the operator's systems. Each view is recorded as that of the key's owner; staff decide."""

from dataclasses import replace
from http import HTTPStatus
from typing import ClassVar, Final
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.audit.services import record_object_views, record_player_views
from accounts.models.audit_views import Look
from accounts.roles.selectors import load_rights
from api.pagination import RowPage, load_row_page
from api.refusals import ResourceNotFound
from api.resources.operators.cases import (
    find_case_detail,
    find_flag_detail,
    list_signal_settings,
    select_cases,
    select_flags,
    select_holds,
)
from api.serializers.base import PageQuery, QuerySerializer, write_document
from api.serializers.operators.cases import (
    CaseDetailSerializer,
    CaseRecordPageSerializer,
    CaseRecordsQuery,
    FlagDetailSerializer,
    FlagRecordPageSerializer,
    FlagRecordsQuery,
    HoldRecordPageSerializer,
    SignalRecordPageSerializer,
)
from api.values.case_kinds import find_readable_kinds
from api.values.scopes import Scope
from api.views.operations import Access, document_operation
from api.views.service import ServiceView
from cases.models import CaseTopic
from cases.selectors.looks import page_of_views
from cases.selectors.queue import build_lines
from pages.pagination import ByNumber

TAG: Final = _("Operator: cases")
_CASES, _FLAGS, _HOLDS = "cases", "flags", "holds"


class _CasesView(ServiceView):
    scopes: ClassVar = {"GET": Scope.CASES_READ}

    @property
    def kinds(self) -> tuple[CaseTopic, ...]:
        """Kinds of case that this key shows."""
        return find_readable_kinds(self.key.scopes, load_rights(self.user))


class CaseRecordsView(_CasesView):
    @document_operation(
        "list_cases",
        TAG,
        (
            _("List cases"),
            _(
                "Cases of fraud, the newest first. Those of money laundering need the scope `cases:aml` as well, those of player protection `cases:protection`."
            ),
        ),
        CaseRecordPageSerializer,
        takes=CaseRecordsQuery,
        access=Access.SERVICE,
        leads_to={"get_case": ("case_id", "/data/0/id")},
    )
    def get(self, _request: Request) -> Response:
        query = self.read_query(CaseRecordsQuery)
        rows = select_cases(query.validated_data, self.kinds)
        page = load_row_page(_CASES, rows, ByNumber(), query.validated_data)
        lines = build_lines(page.rows)
        viewed = [(Look.Kind.CASEWORK, one.public_id) for one in page.rows]
        record_object_views(self.user, *viewed)
        shown = {page_of_views(line.case) for line in lines}
        for name in sorted(shown):
            of_page = [line for line in lines if page_of_views(line.case) == name]
            players = {player.pk for line in of_page for player in line.players}
            record_player_views(self.user, players, name)
        return Response(write_document(CaseRecordPageSerializer, replace(page, rows=lines)))


class CaseRecordView(_CasesView):
    @document_operation(
        "get_case",
        TAG,
        (_("Get a case"), _("One case with its flags.")),
        CaseDetailSerializer,
        problems=[HTTPStatus.NOT_FOUND],
        access=Access.SERVICE,
    )
    def get(self, _request: Request, case_id: UUID) -> Response:
        self.read_query(QuerySerializer)
        found = find_case_detail(case_id, self.kinds)
        if found is None:
            raise ResourceNotFound
        players = {player.pk for player in found.line.players}
        record_player_views(
            self.user, players, page_of_views(found.line.case), (Look.Kind.CASEWORK, case_id)
        )
        return Response(write_document(CaseDetailSerializer, found))


class FlagRecordsView(_CasesView):
    @document_operation(
        "list_flags",
        TAG,
        (
            _("List flags"),
            _("Signals that were over their threshold, the newest first, with their figures."),
        ),
        FlagRecordPageSerializer,
        takes=FlagRecordsQuery,
        access=Access.SERVICE,
        leads_to={"get_flag": ("flag_id", "/data/0/id")},
    )
    def get(self, _request: Request) -> Response:
        query = self.read_query(FlagRecordsQuery)
        rows = select_flags(query.validated_data, self.kinds)
        page = load_row_page(_FLAGS, rows, ByNumber(), query.validated_data)
        record_player_views(self.user, {one.player_id for one in page.rows}, "flags")
        return Response(write_document(FlagRecordPageSerializer, page))


class FlagRecordView(_CasesView):
    @document_operation(
        "get_flag",
        TAG,
        (_("Get a flag"), _("One flag with its rounds, from which it can be recomputed.")),
        FlagDetailSerializer,
        problems=[HTTPStatus.NOT_FOUND],
        access=Access.SERVICE,
    )
    def get(self, _request: Request, flag_id: UUID) -> Response:
        self.read_query(QuerySerializer)
        found = find_flag_detail(flag_id, self.kinds)
        if found is None:
            raise ResourceNotFound
        record_player_views(self.user, {found.flag.player_id}, "flags")
        return Response(write_document(FlagDetailSerializer, found))


class HoldRecordsView(_CasesView):
    @document_operation(
        "list_holds",
        TAG,
        (
            _("List holds"),
            _("Withdrawals that are held in cases now, the newest first. Staff release them."),
        ),
        HoldRecordPageSerializer,
        takes=PageQuery,
        access=Access.SERVICE,
    )
    def get(self, _request: Request) -> Response:
        query = self.read_query(PageQuery)
        page = load_row_page(_HOLDS, select_holds(self.kinds), ByNumber(), query.validated_data)
        viewed = [(Look.Kind.CASEWORK, one.case.public_id) for one in page.rows]
        record_object_views(self.user, *viewed)
        return Response(write_document(HoldRecordPageSerializer, page))


class SignalRecordsView(_CasesView):
    @document_operation(
        "list_signals",
        TAG,
        (
            _("List signals"),
            _("Signals with their thresholds in force. Two people change them, on the site alone."),
        ),
        SignalRecordPageSerializer,
        access=Access.SERVICE,
    )
    def get(self, _request: Request) -> Response:
        self.read_query(QuerySerializer)
        page = RowPage(list_signal_settings(self.kinds), None)
        return Response(write_document(SignalRecordPageSerializer, page))
