"""Rule sets have a Spanish name beside their own; events and addresses keep the latter."""

from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.urls import reverse
from django.utils.translation import override

from journal.models import Event
from tables.models import RuleSet
from tables.selectors.house_tables import ATLANTIC_CITY, FRIENDLY, LIVE_TABLES
from tests.api.calls import get, read
from tests.fixtures.reading import read_in
from tests.tables.house import an_open_table
from tests.tables.pages import olga, sent

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("nudges")]


@pytest.mark.parametrize(
    ("language", "shown", "hidden"),
    [("en", "Friendly 1", "Amistosa 1"), ("es", "Amistosa 1", "Friendly 1")],
)
def test_staff_read_the_name_of_their_language(language: str, shown: str, hidden: str) -> None:
    table = an_open_table(FRIENDLY)
    client = olga()
    read_in(client, language)
    for address in (
        reverse("tables:overview"),
        reverse("tables:table", args=[table.pk]),
        reverse("tables:version", args=[table.version_id]),
        reverse("tables:family", args=[table.version.rule_set_id]),
    ):
        page = client.get(address).text
        assert shown in page, address
        assert hidden not in page, address
    name = shown.removesuffix(" 1")
    assert f">{name}</strong>" in client.get(reverse("switches:overview")).text
    new: Any = client.get(reverse("tables:new_table"))
    labels = [label for _, label in new.context["form"].fields["rule_set"].choices]
    assert name in labels
    assert hidden.removesuffix(" 1") not in labels
    assert read(get("/tables/friendly", language=language))["rule_set"] == name


def test_live_tables_of_a_rule_set_share_its_names() -> None:
    family = an_open_table(LIVE_TABLES["amigos"]).rule_set
    assert (family.name, family.name_es) == ("Friendly", "Amistosa")
    assert an_open_table(FRIENDLY).rule_set == family


def test_a_new_rule_set_takes_both_names_which_never_change() -> None:
    base = f"copy-{an_open_table(ATLANTIC_CITY).version.rule_set_id}"
    sent(olga(), "new_family", name="Evening", name_es=" Noche ", money="real", base=base)
    made = RuleSet.objects.get(name="Evening")
    assert (made.name_es, str(made)) == ("Noche", "Evening")
    with override("es"):
        assert made.versions.get().display_name == "Noche 1"
        assert str(made.versions.get()) == "Evening 1"
    assert not Event.objects.filter(subject__contains="Noche").exists()
    with pytest.raises(DatabaseError, match="never change"), transaction.atomic():
        RuleSet.objects.filter(pk=made.pk).update(name_es="Tarde")
