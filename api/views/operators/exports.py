"""Exports for the operator's systems."""

from http import HTTPStatus
from typing import ClassVar, Final
from uuid import UUID

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.forms import Form
from django.http import FileResponse, QueryDict
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.models import ServiceKey
from api.refusals import ResourceNotFound, ScopeMissing
from api.resources.operators.exports import DownloadLink, ExportRecord
from api.serializers.base import QuerySerializer, StrictSerializer, write_document
from api.serializers.operators.exports import DownloadQuery, ExportBody, ExportRecordSerializer
from api.services.export_links import read_link, sign_link
from api.values.scopes import Scope, find_reading_scope
from api.views.base import NO_STORE, PublicView
from api.views.changes import document_change
from api.views.operations import Access, document_operation
from api.views.service import ServiceView
from reports.catalogue.registry import SOURCES
from reports.catalogue.sources import ExportSource
from reports.exports.services.files import fetch_file, request_file
from reports.files import Format
from reports.models import Export

TAG: Final = _("Operator: reports and exports")


class ExportsView(ServiceView):
    scopes: ClassVar = {"POST": Scope.REPORTS_READ}

    @document_change(
        "create_export",
        TAG,
        (
            _("Ask for an export"),
            _(
                "A report or a long list as a file, made in the background. It needs the scopes that read what it lists."
            ),
        ),
        ExportRecordSerializer,
        takes=ExportBody,
        access=Access.SERVICE,
        status=HTTPStatus.ACCEPTED,
        leads_to={"get_export": ("export_id", "/id")},
        problems=[HTTPStatus.NOT_FOUND],
    )
    def post(self, _request: Request) -> Response:
        body = self.read_body(ExportBody)
        source, params = SOURCES[body["source"]], ExportBody.build_params(body)
        _require_source_scopes(self.key, source)
        _check_filters(source, params)
        made = request_file(source, params, Format(body["format"]), acting_user=self.user)
        record = ExportRecordSerializer(_build_record(made, self.key))
        return Response(record.data, HTTPStatus.ACCEPTED)


class ExportView(ServiceView):
    scopes: ClassVar = {"GET": Scope.REPORTS_READ}

    @document_operation(
        "get_export",
        TAG,
        (
            _("Get an export"),
            _(
                "Its progress, and a link to the finished file. A key sees the exports of its owner."
            ),
        ),
        ExportRecordSerializer,
        problems=[HTTPStatus.NOT_FOUND],
        access=Access.SERVICE,
    )
    def get(self, _request: Request, export_id: UUID) -> Response:
        self.read_query(QuerySerializer)
        found, source = _find(export_id, self.key)
        _require_source_scopes(self.key, source)
        return Response(write_document(ExportRecordSerializer, _build_record(found, self.key)))


class ExportFileView(PublicView):
    """The file itself, for the signed link."""

    @document_operation(
        "download_export",
        TAG,
        (
            _("Download an export"),
            _(
                "The address is `download.url` of a finished export. It is valid in the networks of its key."
            ),
        ),
        OpenApiTypes.BINARY,
        takes=DownloadQuery,
        problems=[HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT],
    )
    def get(self, request: Request, export_id: UUID) -> FileResponse:
        signature = self.read_query(DownloadQuery).validated_data["signature"]
        key = read_link(signature, export_id, get_adapter().get_client_ip(request))
        found, source = _find(export_id, key)
        path, form = fetch_file(found, source, acting_user=key.owner), Format(found.format)
        return FileResponse(
            path.open("rb"),
            as_attachment=True,
            filename=f"{source.name}-{found.asked_at:%Y-%m-%d}.{form.ending}",
            content_type=form.content_type,
            headers={"Cache-Control": NO_STORE},
        )


def _find(export_id: UUID, key: ServiceKey) -> tuple[Export, ExportSource]:
    """Return an export of the key's owner and its source. Raises ResourceNotFound."""
    own = Export.objects.filter(public_id=export_id, acting_user=key.owner)
    found = own.exclude(format=Format.PAGE).first()
    if found is None or found.source not in SOURCES:
        raise ResourceNotFound
    return found, SOURCES[found.source]


def _require_source_scopes(key: ServiceKey, source: ExportSource) -> None:
    """Require the scopes that read what a source lists. Raises ScopeMissing; ResourceNotFound if no key reads it."""
    for right in source.rights:
        scope = find_reading_scope(right)
        if scope is None:
            raise ResourceNotFound
        if scope.value not in key.scopes:
            raise ScopeMissing(scope.value)


def _check_filters(source: ExportSource, params: QueryDict) -> None:
    """Refuse filters that the source's page would refuse. Raises ValidationError."""
    form = source.form(params) if source.form else Form(params)
    errors = {
        name: [StrictSerializer.default_error_messages["unknown"]]
        for name in params.keys() - form.fields.keys()
    }
    if not form.is_valid():
        errors |= {name: [*texts] for name, texts in form.errors.items()}
    if errors:
        raise serializers.ValidationError({"filters": errors})


def _build_record(export: Export, key: ServiceKey) -> ExportRecord:
    if export.state != Export.State.DONE:
        return ExportRecord(export, None)
    link = sign_link(key, export.public_id)
    path = reverse("api:export_file", args=[export.public_id])
    query = urlencode({"signature": link.token})
    return ExportRecord(
        export, DownloadLink(f"{settings.SITE_ADDRESS}{path}?{query}", link.expires_at)
    )
