"""Tables and limits in the back office: proposed by one person, decided by another."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts.models.users import User
from accounts.roles.values import Role
from accounts.sign_up.services.demo import register_demo_player
from limits.models import LimitSet
from limits.selectors.sets import load_limit_set
from tables.forms.limits import TableForm
from tables.models import Mathematics, Table, TableChange
from tables.selectors.house_tables import ATLANTIC_CITY, FRIENDLY, LIGALO, ONE
from tables.services import changes, limit_sets
from tests.accounts.staff import inside, staff
from tests.fixtures.reading import read_in
from tests.tables.house import an_open_table, manager, operator, with_mathematics
from tests.tables.pages import marta, olga, opened, sent
from tests.tables.refusals import everything

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("nudges")]


def typed(table: Table, language: str = "en", **changed: str) -> dict[str, Any]:
    """Return the form data of a table's page, with some fields replaced."""
    with override(language):
        form = TableForm(table=table)
        shown = {bound.html_name: bound.value() for bound in form}
    shown = {name: "" if value is None else value for name, value in shown.items()}
    return {**shown, "reason": "the season", **changed}


def a_player() -> User:
    return register_demo_player("ana@example.org", "a-long-password-of-ana", "Ana Rosario")


@pytest.mark.parametrize(
    ("language", "words"), [("en", "10,000.00 play money"), ("es", "10.000,00 de juego")]
)
def test_the_list_of_tables_writes_play_money_in_words(language: str, words: str) -> None:
    an_open_table(FRIENDLY)
    client = olga()
    read_in(client, language)
    shown = client.get(reverse("tables:overview")).text.replace("\N{NO-BREAK SPACE}", " ")
    assert words in shown
    assert "PLY" not in shown


def test_two_persons_change_a_table() -> None:
    table = an_open_table()
    sent(
        olga(), "table", table.pk, data=typed(table, max_bet_usd="60", opens="10:00", closes="2:00")
    )
    table.refresh_from_db()
    assert table.max_bet_usd == 50 * ONE
    change = TableChange.objects.get()
    assert set(change.values) == {"max_bet_usd", "opens", "closes"}
    shown = opened(marta(), "table", table.pk)
    assert "60.00" in shown
    assert "10:00" in shown

    sent(marta(), "decide_change", change.pk, verdict="approve", reason="agreed")
    table.refresh_from_db()
    assert table.max_bet_usd == 60 * ONE
    assert "approved by" in opened(olga(), "table", table.pk)


@pytest.mark.parametrize("house", [LIGALO, ATLANTIC_CITY, FRIENDLY], ids=lambda one: one.slug)
@pytest.mark.parametrize("language", ["en", "es"])
def test_an_unchanged_form_proposes_nothing(house: Any, language: str) -> None:
    table = an_open_table(house)
    before = everything()
    page = sent(olga(), "table", table.pk, status=422, data=typed(table, language))

    assert "This would change nothing." in page
    assert everything() == before


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("max_bet_usd", "50.05", "a multiple of 0.1"),
        ("min_bet_usd", "60", "at least 60"),
        ("step", "", "This field is required"),
        ("hands_per_minute", "0", "more than 0"),
        ("max_side", "much", "cannot be read as an amount"),
        ("closes", "2:00", "two different hours"),
        ("chip-1", "99", "the smallest first"),
        ("max_bet_ratio", "-1", "greater than or equal to 0"),
    ],
)
def test_a_wrong_value_is_refused_beside_its_field(field: str, value: str, told: str) -> None:
    table = an_open_table()
    before = everything()
    page = sent(olga(), "table", table.pk, status=422, data=typed(table, **{field: value}))
    # the error of the chips is below all five
    beside = {"min_bet_usd": "max_bet_usd", "chip-1": "chip-5"}.get(field, field)

    assert told in page.split(f'id="id_{beside}"')[1][:700]
    assert everything() == before


def test_the_proposer_cannot_decide() -> None:
    table = an_open_table()
    both = staff(Role.OPERATOR, "olga")
    both.groups.add(*manager().groups.all())
    change = changes.propose_change(
        table.pk, {"max_bet_usd": 40 * ONE}, reason="less", acting_user=both
    )
    before = everything()
    page = sent(
        inside(both), "decide_change", change.pk, status=403, verdict="approve", reason="mine"
    )

    assert "Another person has to decide this" in page
    assert everything() == before


def test_a_decision_needs_its_reason() -> None:
    table = an_open_table()
    change = changes.propose_change(
        table.pk, {"max_bet_usd": 40 * ONE}, reason="less", acting_user=operator()
    )
    before = everything()
    page = sent(marta(), "decide_change", change.pk, status=422, verdict="approve", reason="")
    assert "Give a reason." in page
    sent(marta(), "decide_change", change.pk, status=400, verdict="perhaps", reason="why not")
    sent(marta(), "decide_change", change.pk + 1, status=404, verdict="approve", reason="x" * 501)

    assert everything() == before


def test_closing_needs_a_reason_and_is_at_once() -> None:
    table = an_open_table()
    before = everything()
    assert "Give a reason of up to 500" in sent(
        olga(), "switch", table.pk, status=422, do="close", reason=""
    )
    assert everything() == before

    sent(olga(), "switch", table.pk, do="close", reason="a fault")
    table.refresh_from_db()
    assert table.status == "closed"


def test_two_persons_limit_the_house() -> None:
    sent(olga(), "house", data={"max_bet": "25", "hands_per_day": "300", "reason": "careful"})
    assert load_limit_set(None) is None
    row = LimitSet.objects.get()
    assert "25.00" in opened(marta(), "house")

    sent(marta(), "decide_limits", row.pk, verdict="approve", reason="agreed")
    present = load_limit_set(None)
    assert present is not None
    assert present.values == {"max_bet": 25 * ONE, "hands_per_day": 300}
    before = everything()
    page = sent(
        olga(), "house", status=422, data={"min_bet": "30", "max_bet": "20", "reason": "odd"}
    )
    assert "at least its minimum" in page.split('id="id_max_bet"')[1][:600]
    assert everything() == before


def test_two_persons_limit_a_player() -> None:
    ana = a_player()
    analyst = inside(staff(Role.COMPLIANCE_ANALYST, "aldo"))
    found = analyst.get(reverse("tables:find_player"), {"email": "ANA@example.org"})
    assert found.headers["Location"] == reverse("tables:player", args=[ana.pk])
    sent(
        analyst, "player", ana.pk, data={"max_round": "10", "accepted": "on", "reason": "she asked"}
    )
    sent(marta(), "decide_limits", LimitSet.objects.get().pk, verdict="approve", reason="yes")

    present = load_limit_set(ana.pk)
    assert present is not None
    assert present.max_round == 10 * ONE
    lost = analyst.get(reverse("tables:find_player"), {"email": "nobody@example.org"})
    assert lost.status_code == 422
    field = lost.content.decode().split('name="email"')[1][:600]
    assert "No player has this email address." in field
    assert 'value="nobody@example.org"' in field


MAY = {
    Role.OPERATOR: {"propose", "new", "switch", "house"},
    Role.COMPLIANCE_MANAGER: {"decide", "decide limits", "switch", "player"},
    Role.COMPLIANCE_ANALYST: {"player"},
    Role.AUDITOR: set[str](),
    Role.CASHIER: set[str](),
    Role.ADMINISTRATOR: set[str](),
}


@pytest.mark.parametrize("role", MAY)
def test_each_role_does_what_it_may_and_nothing_else(role: Role) -> None:
    table, ana = an_open_table(), a_player()
    change = changes.propose_change(
        table.pk, {"hints": True}, reason="x", acting_user=operator("omar")
    )
    row = limit_sets.propose_limits(None, {}, reason="x", acting_user=operator("omar"))
    client = inside(staff(role, f"one-{role.value}"))
    decision = {"verdict": "refuse", "reason": "no"}
    acts: dict[str, tuple[str, list[int], dict[str, Any]]] = {
        "propose": ("table", [table.pk], typed(table, max_bet_usd="40")),
        "new": ("new_table", [], {}),
        "decide": ("decide_change", [change.pk], decision),
        "decide limits": ("decide_limits", [row.pk], decision),
        "house": ("house", [], {"reason": "x"}),
        "player": ("player", [ana.pk], {"reason": "x"}),
        "switch": ("switch", [table.pk], {"do": "close", "reason": "x"}),
    }
    before = everything()
    refused = {
        name for name, act in acts.items() if name not in MAY[role] and _code(client, act) == 403
    }
    assert refused == acts.keys() - MAY[role]
    assert everything() == before
    assert {_code(client, acts[name]) for name in MAY[role]} <= {303, 422}
    looks = role not in {Role.CASHIER, Role.ADMINISTRATOR}
    for name, args in (("table", [table.pk]), ("house", []), ("player", [ana.pk])):
        assert client.get(reverse(f"tables:{name}", args=args)).status_code == (
            200 if looks else 403
        )


def _code(client: Client, act: tuple[str, list[int], dict[str, Any]]) -> int:
    name, args, data = act
    return client.post(reverse(f"tables:{name}", args=args), data).status_code


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ({"rtp": 1.01}, ("101.000", "Hand", "nobody has accepted that")),
        ({"error": "ArithmeticError: no sum"}, ("could not be computed", "no sum")),
    ],
)
def test_objections_to_rules_in_force_are_on_the_table_page(
    found: dict[str, Any], told: tuple[str, ...]
) -> None:
    table, row = an_open_table(), with_mathematics(LIGALO.rules)
    assert "Something speaks against" not in opened(olga(), "table", table.pk)
    if "error" in found:
        failed = {"state": "failed", "progress": 0, "result": None, "chart": None}
        Mathematics.objects.filter(pk=row.pk).update(**failed, **found)
    else:
        with_mathematics(LIGALO.rules, **found)

    page = opened(olga(), "table", table.pk)
    assert all(words in page for words in (*told, "The table stays open"))
    Table.objects.update(status=Table.Status.CLOSED)
    page = opened(olga(), "table", table.pk)
    assert told[-1] in page
    assert "The table stays open" not in page


def test_a_doubtful_limit_is_asked_about_only_after_it_was_refused() -> None:
    table = an_open_table()
    question = "The unusual limit is intended"
    assert question not in opened(olga(), "table", table.pk)
    doubtful = typed(table, max_round_usd="99.90")
    refused = sent(olga(), "table", table.pk, status=422, data=doubtful)
    assert question in refused
    assert not TableChange.objects.exists()
    sent(olga(), "table", table.pk, data={**doubtful, "accepted": "on"})
    assert TableChange.objects.get().accepted


def test_closing_is_the_last_control_of_a_table_and_opening_the_first() -> None:
    table = an_open_table()
    page = opened(olga(), "table", table.pk)
    assert page.index('value="close"') > page.index(">Propose</button>")
    Table.objects.update(status=Table.Status.CLOSED)
    page = opened(olga(), "table", table.pk)
    assert page.index('value="open"') < page.index(">Propose</button>")
    assert 'value="close"' not in page
