"""Serializers shared by several resources."""

import re
from collections.abc import Mapping
from datetime import UTC
from functools import cache
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.values.currencies import PLAY_MONEY, REAL_CURRENCIES
from api.pagination import MOST_ROWS, USUAL_ROWS
from api.serializers.writers import build_writer
from pages.moments import is_reversed

HASH: Final = re.compile(r"[0-9a-f]{64}")
"""A SHA-256 in hexadecimal."""


class UTCDateTimeField(serializers.DateTimeField):
    """A time in UTC, whatever zone the pages show."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(default_timezone=UTC, **kwargs)


class HashField(serializers.RegexField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(rf"^{HASH.pattern}$", **kwargs)


class StrictSerializer(serializers.Serializer[Any]):
    """Serializer of input that refuses unknown fields."""

    default_error_messages = {  # noqa: RUF012 - rest_framework's shape
        "unknown": _("This field is not known here."),
    }

    def to_internal_value(self, data: Any) -> Any:
        """Refuse fields that the serializer does not have."""
        if isinstance(data, Mapping):
            unknown = sorted(set(data) - set(self.fields))
            if unknown:
                text = self.error_messages["unknown"]
                raise serializers.ValidationError(
                    {name: [serializers.ErrorDetail(str(text), "unknown")] for name in unknown}
                )
        return super().to_internal_value(data)


class QuerySerializer(StrictSerializer):
    """Parameters of an address; without fields of its own it refuses every parameter."""


class BodySerializer(StrictSerializer):
    """The body of a request."""


@cache
def build_reader(kind: type[BodySerializer]) -> BodySerializer:
    """Return the serializer that reads all bodies of a kind: a new one would copy its fields for each request."""
    return kind()


class PageQuery(QuerySerializer):
    """Parameters of every list."""

    cursor = serializers.CharField(
        required=False,
        max_length=200,
        help_text=_("`next` of the page before. Without it the list starts at the beginning."),
    )
    limit = serializers.IntegerField(
        default=USUAL_ROWS, min_value=1, max_value=MOST_ROWS, help_text=_("Maximum number of rows.")
    )


class TimeRangeQuery(PageQuery):
    """Parameters of a list that is filtered by time."""

    since = UTCDateTimeField(required=False, help_text=_("At this time or later."))
    until = UTCDateTimeField(required=False, help_text=_("Before this time."))

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a time range that ends before it begins."""
        if is_reversed(attrs.get("since"), attrs.get("until")):
            raise serializers.ValidationError({"until": _("This is not after the beginning.")})
        return attrs


class MoneySerializer(serializers.Serializer[Any]):
    """An exact amount of a currency."""

    amount = serializers.CharField(
        source="text",
        help_text=_("A decimal in quotes, with a point and without a thousands separator."),
    )
    currency = serializers.ChoiceField(
        choices=[*REAL_CURRENCIES, PLAY_MONEY],
        help_text=_("ISO 4217 code. Play money has a code of its own and no value."),
    )


class FieldProblemSerializer(serializers.Serializer[Any]):
    field = serializers.CharField(help_text=_("Field of the body, or parameter."))
    code = serializers.CharField()
    detail = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Any]):
    """An error as RFC 9457 describes it. `code` is stable, `detail` is for people."""

    type = serializers.CharField(help_text=_('A URN of the code: "urn:ligalo:problem:not_found".'))
    title = serializers.CharField(help_text=_("Kind of the problem, in the caller's language."))
    status = serializers.IntegerField(help_text=_("The HTTP status."))
    detail = serializers.CharField(help_text=_("What happened, in the caller's language."))
    code = serializers.CharField(help_text=_("The same stable code that the site's pages use."))
    errors = FieldProblemSerializer(many=True)  # type: ignore[assignment]  # the metaclass takes the field out


def write_document(kind: type[serializers.Serializer[Any]], value: object) -> dict[str, Any]:
    """Return a value as the JSON document of a serializer."""
    document: dict[str, Any] = build_writer(kind)(value)
    return document


def page_of(row: type[serializers.Serializer[Any]], name: str) -> type[serializers.Serializer[Any]]:
    """Return the serializer of a page of a list: `data`, and `next`, the cursor of the next page."""
    fields = {
        "data": row(many=True, source="rows"),
        "next": serializers.CharField(
            allow_null=True, help_text=_("Cursor of the next page; null at the end.")
        ),
    }
    return type(name, (serializers.Serializer,), fields)
