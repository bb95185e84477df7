"""Documents are written as rest_framework writes them."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from rest_framework import serializers

from api.resources.positions import build_position, open_position
from api.serializers.base import MoneySerializer, UTCDateTimeField, page_of, write_document
from api.serializers.positions import PositionSerializer
from tests.api.playing import seated
from tests.casino import scenes
from wallet.money.values import Money


class InnerSerializer(serializers.Serializer[Any]):
    at = UTCDateTimeField(allow_null=True)
    money = MoneySerializer(allow_null=True)


class EveryKindSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField(source="of.id")
    word = serializers.ChoiceField(choices=["won", "lost"], allow_null=True)
    number = serializers.IntegerField()
    share = serializers.FloatField()
    flag = serializers.BooleanField()
    text = serializers.CharField(source="of.text")
    called = serializers.CharField(source="of.call")
    deep = serializers.CharField(source="none.deep.er", allow_null=True)
    rate = serializers.DecimalField(max_digits=9, decimal_places=3)
    names = serializers.ListField(child=serializers.CharField())
    by_name = serializers.DictField(child=InnerSerializer())
    inner = InnerSerializer()
    rows = InnerSerializer(many=True)
    own = serializers.SerializerMethodField()
    given = serializers.CharField(default="usual")
    left_out = serializers.CharField(required=False)
    secret = serializers.CharField(write_only=True)

    def get_own(self, value: Any) -> int:
        return int(value["number"]) + 1


@dataclass
class Inner:
    at: datetime | None
    money: Money | None


def everything(**changes: Any) -> dict[str, Any]:
    at = datetime(2026, 3, 1, 12, tzinfo=timezone(timedelta(hours=-4)))
    inner = Inner(at, Money.parse("12.50", "USD"))
    return {
        "of": SimpleNamespace(id=UUID(int=7), text=5, call=lambda: "called"),
        "word": "won",
        "number": "3",
        "share": 1,
        "flag": 1,
        "none": None,
        "rate": "1.5",
        "names": ["a", None],
        "by_name": {1: inner, "b": None},
        "inner": inner,
        "rows": (inner, Inner(None, None)),
        **changes,
    }


def test_a_document_is_what_the_library_writes() -> None:
    for changes in ({}, {"word": None, "flag": False, "inner": None}, {"left_out": "x"}):
        value = everything(**changes)
        assert write_document(EveryKindSerializer, value) == EveryKindSerializer(value).data
    page = SimpleNamespace(rows=[everything()], next=None)
    kind = page_of(EveryKindSerializer, "EveryKindPageSerializer")
    assert write_document(kind, page) == kind(page).data
    assert write_document(InnerSerializer, Inner(datetime(2026, 3, 1, tzinfo=UTC), None)) == {
        "at": "2026-03-01T00:00:00Z",
        "money": None,
    }


def test_a_value_that_is_missing_is_an_error_here_too() -> None:
    value = everything()
    del value["number"]
    with pytest.raises(KeyError):
        write_document(EveryKindSerializer, value)


@pytest.mark.database
def test_a_position_is_what_the_library_writes() -> None:
    app = seated(scenes.ordinary)
    app.bets()
    found = build_position(open_position(app.player, scenes.ligalo()))
    assert write_document(PositionSerializer, found) == PositionSerializer(found).data
