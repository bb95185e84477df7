"""Refused staff forms: nothing changes, the page gives the reason, and that form alone keeps the input, once."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any, Final

import pytest
from celery import Celery
from django.urls import reverse

from limits.values import CashLimitKind
from reports.exports.services import files
from reports.files import Format
from tests.accounts.staff import inside
from tests.exhaustive import slow_but_every
from tests.look.forms_to_refuse import FORMS, TYPED, Form, player_by_address
from tests.matrix.data import everything
from tests.reports.exporting import asked, some_deposits
from tests.tables.house import manager, operator
from tests.wallet.rates import approved, enter
from wallet.cash.services import limits
from wallet.money.values import Money
from wallet.rates.services import rules

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("nothing_queued")]

CHANGED: Final = "changed in the meantime"


@pytest.fixture
def nothing_queued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Celery, "send_task", lambda *_what, **_how: None)


def _overtaken_rate() -> Form:
    approved("EUR", "1.10", hours=5)
    address = reverse("rates:decide", args=[enter("EUR", "11", hours=4).row.pk])
    approved("EUR", "1.11", hours=1)
    sent, told = {"verdict": "approve", "reason": TYPED}, CHANGED
    return Form(inside(manager()), reverse("rates:waiting"), address, sent, told, 409)


@pytest.mark.parametrize("name", slow_but_every(5, FORMS))
def test_a_refused_form_keeps_its_input_until_reloaded(
    name: str,
) -> None:
    form = FORMS[name]()
    # this request records the view, before the comparison starts
    assert form.who.get(form.page).status_code == 200
    before = everything()

    answer = form.who.post(form.address, form.sent)

    assert answer.status_code == form.status
    assert everything() == before
    assert form.told in alert(answer)
    with_text = [one for one in forms_of(answer) if typed(one) == form.sent["reason"]]
    assert len(with_text) == 1
    assert f'action="{form.address}"' in with_text[0]
    assert form.sent.get("to", "") in with_text[0]
    assert form.told in told_beside(with_text[0])
    assert "<b>" not in answer.text
    others = [one for one in forms_of(answer) if one != with_text[0]]
    assert all("open" in tag for tag in folds_around(answer.text, with_text[0]))
    assert not any("open" in fold for one in others for fold in folds_around(answer.text, one)[-1:])
    assert TYPED not in unescape(form.who.get(form.page).text)


def test_an_unknown_players_address_stays_in_the_form() -> None:
    form = player_by_address()
    answer = form.who.post(form.address, {**form.sent, "email": '"><i>x'})
    field = answer.text.split('id="player-email"')[1].split(">")[0]
    assert 'value="&quot;&gt;&lt;i&gt;x"' in field
    assert 'aria-invalid="true"' in field
    assert "<i>" not in answer.text


@pytest.mark.parametrize("name", slow_but_every(5, FORMS))
def test_a_page_drawn_again_leads_where_its_own_address_leads(name: str) -> None:
    form = FORMS[name]()
    answer = form.who.post(form.address, form.sent)
    frames = re.findall(r"<form[^>]*>", main_of(answer))
    assert frames
    assert all(re.search(r'action="/', frame) for frame in frames)
    assert not re.findall(r'href="[?#]', main_of(answer))


def _limit_of_cash() -> tuple[str, str]:
    row = limits.propose_cash_limit(
        CashLimitKind.WITHDRAWAL_SECOND, Money.parse("5", "USD"), acting_user=operator(), reason="x"
    )
    limits.decide_cash_limit(row.pk, approved=False, acting_user=manager("mara"))
    return reverse("cash:decide_limit", args=[row.pk]), CHANGED


def _rule_of_rates() -> tuple[str, str]:
    row = rules.propose_max_age("EUR", 5, operator(), reason="x")
    rules.decide_rule(row, approved=False, acting_user=manager("mara"))
    return reverse("rates:decide_max_age", args=[row.pk]), CHANGED


@pytest.mark.parametrize("late", [_limit_of_cash, _rule_of_rates])
def test_a_late_verdict_is_refused_on_the_current_page(
    late: Callable[[], tuple[str, str]],
) -> None:
    (address, told), client = late(), inside(manager())
    before = everything()
    answer = client.post(address, {"verdict": "approve"})
    assert answer.status_code == 409
    assert told in alert(answer)
    assert everything() == before


def test_the_reason_of_a_late_verdict_is_shown_above_the_page() -> None:
    form = _overtaken_rate()
    before = everything()
    answer = form.who.post(form.address, form.sent)
    assert answer.status_code == form.status
    assert form.told in alert(answer)
    assert f"You had written: “{TYPED}”" in alert(answer)
    assert "<b>" not in answer.text
    assert everything() == before


def test_a_file_too_many_keeps_what_was_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    boss = manager()
    some_deposits(2)
    monkeypatch.setattr(files, "AT_ONCE", 1)
    monkeypatch.setattr("reports.files.counting.PROGRESS_INTERVAL", 1)
    for n in range(files.MOST):
        asked(boss, params=f"amount={n}")
    address = reverse("reports:export", args=["deposits"]) + "?currency=USD"
    client, before = inside(boss), everything()
    answer = client.post(address, {"format": Format.DATA.value})
    assert answer.status_code == 409
    assert "You have 5 files under way." in alert(answer)
    assert f'action="{address}"' in main_of(answer)
    assert everything() == before


def alert(answer: Any) -> str:
    """Return the text of the alert at the top of the page."""
    found = re.search(r'<div class="staff-panel" role="alert">(.*?)</div>', answer.text, re.DOTALL)
    assert found
    return unescape(found[1])


def main_of(answer: Any) -> str:
    found = re.search(r'<main id="staff-main".*?</main>', answer.text, re.DOTALL)
    assert found
    return found[0]


def forms_of(answer: Any) -> list[str]:
    return re.findall(r"<form.*?</form>", main_of(answer), re.DOTALL)


def typed(form: str) -> str:
    """Return the content of the reason field, or an empty string."""
    field = re.search(r'<input[^>]*name="reason"[^>]*>', form)
    value = field and re.search(r'value="([^"]*)"', field[0])
    return unescape(value[1]) if value else ""


def told_beside(form: str) -> str:
    """Return the form from the error message of its reason field on; the field must be marked and linked to it."""
    field = re.search(r'<input[^>]*name="reason"[^>]*>', form)
    assert field
    assert 'aria-invalid="true"' in field[0]
    key = re.search(r'aria-describedby="([^"]+)"', field[0])
    assert key
    return unescape(form.split(f'id="{key[1]}"')[1])


def folds_around(text: str, form: str) -> list[str]:
    """Return the opening tags of the `<details>` around the form, from the outermost."""
    around: list[str] = []
    for tag in re.findall(r"<details[^>]*>|</details>", text.split(form, maxsplit=1)[0]):
        if tag == "</details>":
            around.pop()
        else:
            around.append(tag)
    return around
