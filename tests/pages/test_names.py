"""Names of tables and tiers in the reader's language."""

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from loyalty.selectors.tiers import first_tier
from loyalty.values.new_tier import NewTier
from pages.names import choose_name, select_name
from tables.models import Table
from tables.selectors.house_tables import FRIENDLY
from tests.loyalty.test_tiers import in_force
from tests.tables.house import an_open_table


@pytest.mark.parametrize(
    ("language", "name_es", "shown"),
    [("en", "Amistosa", "Friendly"), ("es", "Amistosa", "Amistosa"), ("es", "", "Friendly")],
)
def test_readers_see_the_name_of_their_language(language: str, name_es: str, shown: str) -> None:
    with translation.override(language):
        assert choose_name("Friendly", name_es) == shown


@pytest.mark.database
@pytest.mark.parametrize(("language", "shown"), [("en", "Friendly"), ("es", "Amistosa")])
def test_the_database_chooses_the_same_name(language: str, shown: str) -> None:
    table = an_open_table(FRIENDLY)
    rows = Table.objects.filter(pk=table.pk)
    with translation.override(language):
        assert rows.values_list(select_name(), flat=True).get() == shown == table.display_name
        rows.update(name_es="")
        assert rows.values_list(select_name(), flat=True).get() == "Friendly"


@pytest.mark.database
@pytest.mark.parametrize(
    ("language", "shown", "hidden"),
    [("en", "Friendly", "Amistosa"), ("es", "Amistosa", "Friendly")],
)
@pytest.mark.parametrize("page", ["/", "/help/", "/help/friendly/", "/table/friendly/"])
def test_pages_show_a_table_under_the_name_of_their_language(
    client: Client, page: str, language: str, shown: str, hidden: str
) -> None:
    an_open_table(FRIENDLY)
    answer: Any = client.get(page, headers={"accept-language": language}, follow=True)
    assert shown in answer.text
    assert hidden not in answer.text


@pytest.mark.database
@pytest.mark.parametrize(("language", "shown"), [("en", "One"), ("es", "Uno")])
def test_a_tier_is_named_in_the_language_of_its_reader(language: str, shown: str) -> None:
    in_force([NewTier("One", 0, 100, 100, name_es="Uno")])
    with translation.override(language):
        assert first_tier().display_name == shown
