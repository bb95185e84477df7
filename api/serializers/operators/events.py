"""The feed of events."""

from collections.abc import Set as AbstractSet
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from api.selectors.event_feed import FeedFilter
from api.serializers.base import PageQuery, UTCDateTimeField
from api.values.case_kinds import find_hidden_kinds
from api.values.event_types import hidden_types, visible_types
from journal.values.kinds import EventKind
from pages.moments import is_reversed


class EventsQuery(PageQuery):
    """Filters of the feed; all are optional."""

    types = serializers.CharField(
        required=False,
        max_length=4000,
        help_text=_("Types, separated by commas: “deposit_credited,table_opened”."),
    )
    since = UTCDateTimeField(required=False, help_text=_("Events of this time or later."))
    until = UTCDateTimeField(required=False, help_text=_("Events before this time."))

    def validate_types(self, value: str) -> list[EventKind]:
        """Refuse types that do not exist, or that this key does not see."""
        known = {kind.value: kind for kind in visible_types(self._scopes)}
        names = [name.strip() for name in value.split(",")]
        if unknown := sorted(set(names) - set(known)):
            raise serializers.ValidationError(
                _("There is no type %(name)s.") % {"name": unknown[0][:60]}
            )
        return [known[name] for name in names]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a time range that ends before it begins."""
        if is_reversed(attrs.get("since"), attrs.get("until")):
            raise serializers.ValidationError({"until": _("This is not after the beginning.")})
        return attrs

    @property
    def wanted(self) -> FeedFilter:
        """The filters; requires valid data."""
        given = self.validated_data
        hidden = hidden_types(self._scopes)
        return FeedFilter(
            given.get("types"),
            hidden,
            given.get("since"),
            given.get("until"),
            find_hidden_kinds(self._scopes),
        )

    @property
    def _scopes(self) -> AbstractSet[str]:
        scopes: AbstractSet[str] = self.context["scopes"]
        return scopes


class EventObjectSerializer(serializers.Serializer[Any]):
    """What an event is about."""

    kind = serializers.CharField(
        help_text=_("For example “deposit” or “user”. There may be others.")
    )
    id = serializers.CharField()
    version = serializers.IntegerField(
        help_text=_("Grows with every event of this object: keep the highest, drop lower ones.")
    )


class EventSerializer(serializers.Serializer[Any]):
    """An event: ids and codes without personal data. Webhooks have the same document as their body."""

    id = serializers.CharField(help_text=_("“E-000123”; also the `webhook-id`."))
    type = serializers.CharField(help_text=_("There may be others than today: ignore them."))
    timestamp = serializers.DateTimeField(help_text=_("UTC."))
    object = EventObjectSerializer(
        allow_null=True, help_text=_("Null if the event is about no single object.")
    )
    data = serializers.DictField(  # type: ignore[assignment]  # the metaclass takes the field out
        help_text=_("Further ids, codes, times and amounts, by type.")
    )


class EventPageSerializer(serializers.Serializer[Any]):
    """A page of the feed."""

    data = EventSerializer(many=True)  # type: ignore[assignment]  # as above
    next = serializers.CharField(
        help_text=_("Cursor after these events, never null: keep it to read later ones.")
    )
    more = serializers.BooleanField(help_text=_("Whether more events are there now."))
