"""Exports: asked for, made by a worker, downloaded by a signed link."""

from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from api.resources.operators.exports import ExportRecord
from api.serializers.base import BodySerializer, QuerySerializer, UTCDateTimeField
from api.serializers.texts import TextField
from reports.catalogue.registry import SOURCES
from reports.files import FILES
from reports.models import Export

STATES: Final = Export.State.values
FORMATS: Final = [one.value for one in FILES]
SOURCE_NAMES: Final = sorted(SOURCES)


@extend_schema_serializer(component_name="NewExport")
class ExportBody(BodySerializer):
    """What is exported, as on the page of the report or list."""

    source = serializers.ChoiceField(choices=SOURCE_NAMES)  # type: ignore[assignment]  # the metaclass takes the field out
    format = serializers.ChoiceField(choices=FORMATS)
    filters = serializers.DictField(
        child=TextField(max_length=300),
        default=dict,
        help_text=_("Filters by name, as in the address of the page."),
    )

    @staticmethod
    def build_params(fields: dict[str, Any]) -> QueryDict:
        """Return the filters of valid fields as those of an address."""
        params = QueryDict(mutable=True)
        params.update(fields["filters"])
        return params


class LinkSerializer(serializers.Serializer[Any]):
    url = serializers.CharField(help_text=_("It needs no key."))
    expires_at = UTCDateTimeField()


class ExportRecordSerializer(serializers.Serializer[ExportRecord]):
    """An export and its progress."""

    id = serializers.UUIDField(source="export.public_id")
    source = serializers.ChoiceField(source="export.source", choices=SOURCE_NAMES)  # type: ignore[assignment]  # the metaclass takes the field out
    format = serializers.ChoiceField(source="export.format", choices=FORMATS)
    state = serializers.ChoiceField(source="export.state", choices=STATES)
    percent = serializers.IntegerField(
        source="export.percent", allow_null=True, help_text=_("Null if it is not known.")
    )
    rows = serializers.IntegerField(source="export.rows", help_text=_("Written so far."))
    size = serializers.IntegerField(source="export.size", allow_null=True, help_text=_("Bytes."))
    sha256 = serializers.CharField(source="export.sha256")
    asked_at = UTCDateTimeField(source="export.asked_at")
    finished_at = UTCDateTimeField(source="export.finished_at", allow_null=True)
    expires_at = UTCDateTimeField(
        source="export.expires_at", allow_null=True, help_text=_("Then the file is deleted.")
    )
    download = LinkSerializer(
        source="link",
        allow_null=True,
        help_text=_("A new link with each request; null until it is done."),
    )


class DownloadQuery(QuerySerializer):
    """The signed part of the link."""

    signature = serializers.CharField(max_length=300)
