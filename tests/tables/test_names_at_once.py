"""Concurrent requests for the same name: one succeeds, the other gets an error beside the field."""

from typing import Any

import pytest

from tables.models import RuleSet, Table
from tests.tables.analyses import together
from tests.tables.house import an_open_table
from tests.tables.pages import olga
from tests.tables.test_table_pages import typed

pytestmark = [pytest.mark.committed, pytest.mark.usefixtures("nudges")]

TWO = 2


def at_once(path: str, data: dict[str, Any], names: list[dict[str, str]]) -> list[tuple[int, str]]:
    """Return the answers to two operators who post `data` at once, each with their own fields."""
    clients = [(olga(), more) for more in names]
    answers: list[tuple[int, str]] = []

    def send() -> None:
        client, more = clients.pop()
        answer = client.post(path, {**data, **more})
        answers.append((answer.status_code, answer.text))

    together(send, count=TWO)
    return sorted(answers)


@pytest.mark.parametrize("names", [("Night", "Night"), ("Night", "NIGHT")])
def test_one_rule_set_has_the_name(names: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "tables.forms.short.FamilyForm.clean_name", lambda form: form.cleaned_data["name"]
    )
    data = {"money": "real", "base": "ligalo"}
    done, refused = at_once("/staff/tables/rules/new/", data, [{"name": name} for name in names])

    assert (done[0], refused[0]) == (303, 422)
    beside = refused[1].split('id="id_name"')[1][:500]
    assert "There is a rule set of this name already." in beside
    assert RuleSet.objects.filter(name__iexact="night").count() == 1


def test_one_table_has_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    first, other = an_open_table(), an_open_table(slug="second")
    monkeypatch.setattr("tables.services.changes._see_free", lambda _table: None)
    data = typed(first, name="Night", slug="night")
    families = [{"rule_set": str(one.version.rule_set_id)} for one in (first, other)]
    done, refused = at_once("/staff/tables/new/", data, families)

    assert (done[0], refused[0]) == (303, 422)
    beside = refused[1].split('id="id_slug"')[1][:500]
    assert "There is a table with this address already." in beside
    assert Table.objects.filter(slug="night").count() == 1
