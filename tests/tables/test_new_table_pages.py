"""New tables and rule sets in the back office: their values, copies, proposal and opening."""

import pytest
from django.urls import reverse
from django.utils.translation import override

from tables.forms.limits import NewTableForm
from tables.models import RuleSet, Table
from tables.selectors.house_tables import ATLANTIC_CITY
from tables.selectors.tables import next_free_name, tables_to_copy
from tables.services import changes
from tests.tables.house import an_open_table, with_mathematics
from tests.tables.pages import marta, olga, opened, sent
from tests.tables.refusals import everything
from tests.tables.test_table_pages import typed

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("nudges")]


@pytest.mark.parametrize(("language", "label"), [("en", "Kind"), ("es", "Tipo")])
def test_a_new_tables_labels_are_in_the_readers_language(language: str, label: str) -> None:
    with override(language):
        assert NewTableForm().fields["kind"].label == label


def test_a_new_table_is_proposed_approved_and_opened_with_its_mathematics() -> None:
    first = an_open_table()
    data = typed(first, name="Night", max_bet_usd="20")
    family = str(first.version.rule_set_id)
    sent(olga(), "new_table", data={**data, "slug": "night", "rule_set": family})
    night = Table.objects.get(slug="night")
    assert night.status == "proposed"
    before = everything()
    sent(olga(), "switch", night.pk, status=409, do="open", reason="now")
    assert everything() == before

    sent(marta(), "decide_change", night.changes.get().pk, verdict="approve", reason="fine")
    sent(olga(), "switch", night.pk, do="open", reason="the season")
    night.refresh_from_db()
    assert night.status == "opening"
    sent(olga(), "switch", night.pk, do="close", reason="too early")
    with_mathematics(night.version.rules)
    sent(marta(), "switch", night.pk, do="open", reason="the season")
    night.refresh_from_db()
    assert night.status == "open"

    taken = sent(
        olga(), "new_table", status=422, data={**data, "slug": "night", "rule_set": family}
    )
    assert "There is a table with this address already." in taken


def test_a_new_table_begins_with_the_houses_values_or_with_those_of_the_one_that_is_copied() -> (
    None
):
    table = an_open_table(ATLANTIC_CITY)
    client = olga()
    plain = opened(client, "new_table")
    assert 'name="max_bet_usd" value="50.00"' in plain
    assert f'href="/staff/tables/new/?copy={table.pk}"' in opened(client, "table", table.pk)
    page = client.get(reverse("tables:new_table"), {"copy": table.pk}).text
    assert 'name="max_bet_usd" value="200.00"' in page
    assert f'<option value="{table.rule_set.pk}" selected>' in page
    assert client.get(reverse("tables:new_table"), {"copy": "0"}).text.count('value="50.00"') == 1


def test_a_rule_set_is_copied_with_the_rules_in_force() -> None:
    family = an_open_table(ATLANTIC_CITY).version.rule_set
    client = olga()
    page = client.get(reverse("tables:new_family"), {"copy": family.pk}).text
    assert f'<option value="copy-{family.pk}" selected>' in page
    sent(client, "new_family", name="Evening", money="real", base=f"copy-{family.pk}")
    made = RuleSet.objects.get(name="Evening").versions.get()
    assert made.rules == ATLANTIC_CITY.rules
    before = RuleSet.objects.count()
    sent(client, "new_family", name="Other", money="real", base="copy-0", status=422)
    assert RuleSet.objects.count() == before


def test_a_copy_is_proposed_as_it_is_filled_in() -> None:
    table = an_open_table(ATLANTIC_CITY)
    client = olga()
    form = NewTableForm(like=table)
    shown = {bound.html_name: bound.value() for bound in form}
    assert (shown["name"], shown["slug"]) == ("Atlantic City 2", "atlantic-city-2")
    sent_values = {name: "" if value is None else value for name, value in shown.items()}

    sent(client, "new_table", data={**sent_values, "reason": "a second one"})

    copy = Table.objects.get(slug="atlantic-city-2")
    assert copy.status == "proposed"
    assert copy.version == table.version
    assert changes.table_values(copy) == {**changes.table_values(table), "name": "Atlantic City 2"}
    assert next_free_name(copy) == {
        "name": "Atlantic City 3",
        "name_es": "",
        "slug": "atlantic-city-3",
    }
    assert copy not in tables_to_copy()
