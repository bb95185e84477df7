"""A deprecated operation says so in its answers, in the OpenAPI document and on the documentation page."""

from collections.abc import Iterator
from datetime import date
from typing import Any, ClassVar, Final

import pytest
from django.test import Client
from django.urls import include, path
from django.utils.functional import Promise
from drf_spectacular.generators import SchemaGenerator
from rest_framework.request import Request
from rest_framework.response import Response

from api.reference import list_tags
from api.refusals import ResourceNotFound
from api.schema import _arrange, _build
from api.serializers.base import MoneySerializer
from api.values.deprecations import Deprecation
from api.views.base import PublicView
from api.views.operations import document_operation
from api.views.tables import TAG

OLD: Final = Deprecation(since=date(2026, 12, 1), sunset=date(2027, 12, 1))
HEADERS: Final = {"Deprecation": "@1796083200", "Sunset": "Wed, 01 Dec 2027 00:00:00 GMT"}
TEXTS: Final[tuple[Promise, Promise]] = (TAG, TAG)


class OldView(PublicView):
    @document_operation("read_old", TAG, TEXTS, MoneySerializer, deprecation=OLD)
    def get(self, _request: Request, name: str) -> Response:
        if name == "nothing":
            raise ResourceNotFound
        return Response({"amount": "1.00", "currency": "USD"})

    @document_operation("write_old", TAG, TEXTS, MoneySerializer)
    def post(self, _request: Request, name: str) -> Response:
        return Response({"amount": name, "currency": "USD"})


ADDRESSES: Final = [path("api/v1/old/<slug:name>", OldView.as_view())]


class Addresses:
    urlpatterns: ClassVar = [*ADDRESSES, path("", include("config.urls"))]


@pytest.fixture
def old_address(settings: Any) -> Iterator[None]:
    settings.ROOT_URLCONF = Addresses
    forget_documents()
    yield
    forget_documents()


def forget_documents() -> None:
    for cached in (_arrange, _build):
        cached.cache_clear()


@pytest.mark.database
@pytest.mark.usefixtures("old_address")
def test_every_answer_says_since_when_and_until_when() -> None:
    for address, status in (("old/x", 200), ("old/nothing", 404), ("old/x?more=1", 200)):
        answer = Client().get(f"/api/v1/{address}")
        assert answer.status_code == status
        assert {name: answer[name] for name in HEADERS} == HEADERS
    other = Client().post("/api/v1/old/x", {}, content_type="application/json")
    assert other.status_code == 200
    assert not set(HEADERS) & set(other.headers)


def test_the_document_says_it() -> None:
    document = SchemaGenerator(patterns=ADDRESSES).get_schema(  # type: ignore[no-untyped-call]  # the generator has no types
        public=True
    )
    methods = document["paths"]["/api/v1/old/{name}"]
    assert (methods["get"]["deprecated"], methods["get"]["x-sunset"]) == (True, "2027-12-01")
    assert "deprecated" not in methods["post"]
    (tag,) = list_tags(document)
    assert [one.sunset for one in tag.operations] == [date(2027, 12, 1), None]


@pytest.mark.database
@pytest.mark.usefixtures("old_address")
def test_the_documentation_page_says_it() -> None:
    page = Client().get("/api/v1/docs", headers={"accept-language": "en"}).text
    assert "Deprecated. It works until" in page


def test_clients_get_a_year() -> None:
    with pytest.raises(ValueError, match="365"):
        Deprecation(since=date(2026, 12, 1), sunset=date(2027, 11, 30))
