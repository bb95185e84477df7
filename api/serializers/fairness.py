"""The public log of shoes and the list of closed shoes."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from api.serializers.base import HashField, PageQuery, TimeRangeQuery, UTCDateTimeField, page_of
from casino.fairness.selectors.closed_shoes import OVER, ClosedShoesFilter
from casino.models import LogLine, Shoe


class LogQuery(PageQuery):
    """Parameters of the log."""

    first = serializers.IntegerField(
        default=1,
        min_value=1,
        max_value=2**63 - 1,
        help_text=_("Number of the first line; ignored with a cursor."),
    )


class LogLineSerializer(serializers.Serializer[Any]):
    """A line of the public log, with the hash of the line before it."""

    n = serializers.IntegerField(min_value=1)
    at = serializers.CharField(help_text=_("UTC, with microseconds."))
    kind = serializers.ChoiceField(choices=LogLine.Kind.values)
    shoe = serializers.UUIDField()
    commitment = serializers.CharField(help_text=_("SHA-256 of the server seed, in hexadecimal."))
    rules_hash = serializers.CharField(
        allow_null=True, help_text=_("Only the opening of a shoe fixes its rules.")
    )
    nonce = serializers.IntegerField(
        required=False,
        min_value=0,
        help_text=_("The last one known of a shoe that a restore retired; other lines have none."),
    )
    previous = serializers.CharField(allow_null=True)
    hash = serializers.CharField()


LogPageSerializer = page_of(LogLineSerializer, "LogPageSerializer")


class ShoesQuery(TimeRangeQuery):
    """Filters of the closed shoes; all are optional."""

    table = serializers.SlugField(required=False)
    since = UTCDateTimeField(required=False, help_text=_("Closed at this time or later."))
    until = UTCDateTimeField(required=False, help_text=_("Closed before this time."))
    shoe = serializers.UUIDField(required=False)
    commitment = HashField(required=False)

    @property
    def wanted(self) -> ClosedShoesFilter:
        """The filters; requires valid data."""
        given = self.validated_data
        names = ("table", "since", "until", "shoe", "commitment")
        return ClosedShoesFilter(**{name: given.get(name) for name in names})


class ClosedShoeSerializer(serializers.Serializer[Shoe]):
    """A closed or retired shoe with its revealed seed; a lost one has none."""

    id = serializers.UUIDField(source="public_id")
    table = serializers.CharField(source="place.table.slug")
    status = serializers.ChoiceField(choices=[one.value for one in OVER])
    commitment = serializers.CharField()
    server_seed = serializers.CharField(allow_null=True)
    announced_at = UTCDateTimeField()
    opened_at = UTCDateTimeField(allow_null=True)
    closed_at = UTCDateTimeField()
    rounds_dealt = serializers.IntegerField()


ShoePageSerializer = page_of(ClosedShoeSerializer, "ShoePageSerializer")
