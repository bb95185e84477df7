"""Refused staff forms: nothing changes, the page gives the reason, and that form alone keeps the input, once."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import unescape
from typing import Any, Final

import pytest
from celery import Celery
from django.test import Client
from django.urls import reverse

from accounts.restrictions.services.restrictions import propose_lifting
from accounts.roles.values import Role
from accounts.sign_up.services.demo import register_demo_player
from limits.values import CashLimitKind
from reports.exports.services import files
from reports.files import Format
from tables.models import RuleSet
from tables.selectors.house_tables import ATLANTIC_CITY, ONE
from tables.services import changes, limit_sets, opening, switches
from tests.accounts import recovering
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff
from tests.accounts.test_restrictions import analyst, restricted
from tests.exhaustive import slow_but_every
from tests.matrix.data import everything
from tests.reports.exporting import asked, some_deposits
from tests.tables.house import an_open_table, manager, operator, with_mathematics
from tests.wallet.rates import approved, enter
from wallet.cash.services import limits
from wallet.money.values import Money
from wallet.rates.services import recalls, rules

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("nothing_queued")]

TYPED: Final = '<b>"the card reader"</b> & more '
CHANGED: Final = "changed in the meantime"
LONG: Final = TYPED * 20
"""Longer than the maximum length of a reason."""


@pytest.fixture
def nothing_queued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Celery, "send_task", lambda *_what, **_how: None)


@dataclass(frozen=True, slots=True)
class Form:
    """Form shown on `page` and sent to `address` by the client `who`; `told` is the reason for its refusal."""

    who: Client
    page: str
    address: str
    sent: Mapping[str, str]
    told: str
    status: int = 422


def _house() -> Form:
    page = reverse("switches:overview")
    sent = {"do": "stop", "reason": LONG}
    return Form(
        inside(manager()), page, reverse("switches:house"), sent, "Give a reason of up to 500"
    )


def _rules() -> Form:
    an_open_table()
    address = reverse("switches:rules", args=[RuleSet.objects.get().pk])
    sent = {"do": "sing", "reason": TYPED}
    return Form(
        inside(manager()), reverse("switches:overview"), address, sent, "Give a reason of up to 500"
    )


def _box() -> Form:
    table = an_open_table(ATLANTIC_CITY)
    address = reverse("switches:box", args=[table.pk, 2])
    sent = {"do": "stop", "reason": LONG}
    return Form(
        inside(operator()),
        reverse("switches:overview"),
        address,
        sent,
        "Give a reason of up to 500",
    )


def _stopped_player() -> Form:
    ana = register_demo_player("ana@example.test", "a long password", "Ana Rosario")
    switches.switch_player(ana.pk, stopped=True, reason="x", acting_user=manager())
    address = reverse("switches:player", args=[ana.pk])
    sent = {"do": "go", "reason": LONG}
    return Form(
        inside(analyst()), reverse("switches:overview"), address, sent, "Give a reason of up to 500"
    )


def _player_by_address() -> Form:
    sent = {"do": "stop", "reason": TYPED, "email": "nobody@example.test"}
    address, told = reverse("switches:find_player"), "No player has this e-mail address."
    return Form(inside(analyst()), reverse("switches:overview"), address, sent, told)


def _table_of_unaccepted_returns() -> Form:
    table = an_open_table()
    opening.close_table(table.pk, reason="a pause", acting_user=operator())
    with_mathematics(table.version.rules, rtp=1.01)
    sent, told = {"do": "go", "reason": TYPED}, "unusual returns, which have to be accepted"
    address = reverse("switches:table", args=[table.pk])
    return Form(inside(operator()), reverse("switches:overview"), address, sent, told)


def _switch_of_a_table() -> Form:
    table = an_open_table()
    page, address = (reverse(f"tables:{name}", args=[table.pk]) for name in ("table", "switch"))
    return Form(
        inside(operator()),
        page,
        address,
        {"do": "close", "reason": LONG},
        "Give a reason of up to 500",
    )


def _change_of_a_table() -> Form:
    table = an_open_table()
    row = changes.propose_change(
        table.pk, {"max_bet_usd": 40 * ONE}, reason="x", acting_user=operator("omar")
    )
    page = reverse("tables:table", args=[table.pk])
    address = reverse("tables:decide_change", args=[row.pk])
    sent = {"verdict": "approve", "reason": LONG}
    return Form(inside(manager()), page, address, sent, "Give a reason of up to 500")


def _limits_of_play() -> Form:
    row = limit_sets.propose_limits(None, {"max_bet": 5 * ONE}, reason="x", acting_user=operator())
    address = reverse("tables:decide_limits", args=[row.pk])
    sent = {"verdict": "approve", "reason": LONG}
    told = "Give a reason of up to 500"
    return Form(inside(manager()), reverse("tables:house"), address, sent, told)


def _rate_that_waits() -> Form:
    approved("EUR", "1.10", hours=5)
    address = reverse("rates:decide", args=[enter("EUR", "11").row.pk])
    sent, told = {"verdict": "approve", "reason": LONG}, "Give a reason of up to 500"
    return Form(inside(manager()), reverse("rates:waiting"), address, sent, told)


def _overtaken_rate() -> Form:
    approved("EUR", "1.10", hours=5)
    address = reverse("rates:decide", args=[enter("EUR", "11", hours=4).row.pk])
    approved("EUR", "1.11", hours=1)
    sent, told = {"verdict": "approve", "reason": TYPED}, CHANGED
    return Form(inside(manager()), reverse("rates:waiting"), address, sent, told, 409)


def _rate_in_effect() -> Form:
    page, address = (
        reverse("rates:history", args=["EUR"]),
        reverse("rates:ask_recall", args=[approved("EUR", "1.10").pk]),
    )
    return Form(inside(operator()), page, address, {"reason": LONG}, "Give a reason.")


def _recall_of_a_rate() -> Form:
    row = recalls.propose_recall(approved("EUR", "1.10").pk, operator(), reason="a comma")
    address = reverse("rates:decide_recall", args=[row.pk])
    sent, told = {"verdict": "refuse", "reason": LONG}, "Give a reason of up to 500"
    return Form(inside(manager()), reverse("rates:waiting"), address, sent, told)


def _lifting() -> Form:
    row = propose_lifting(
        restricted(ana_confirmed()).pk, acting_user=analyst("one"), reason="explained"
    )
    address = reverse("players:decide_lifting", args=[row.pk])
    sent = {"verdict": "approve", "reason": LONG}
    return Form(
        inside(manager()), reverse("players:liftings"), address, sent, "Give a reason of up to 500"
    )


def _reset_of_factors() -> Form:
    row = recovering.asked(recovering.ana_without_her_phone()[0])
    address = reverse("players:decide_reset", args=[row.pk])
    sent = {"verdict": "approve", "reason": LONG}
    return Form(
        inside(manager()), reverse("players:resets"), address, sent, "Give a reason of up to 500"
    )


def _stop_of_a_reset() -> Form:
    row = recovering.asked(recovering.ana_without_her_phone()[0])
    address = reverse("players:stop_reset", args=[row.pk])
    return Form(
        inside(manager()),
        reverse("players:resets"),
        address,
        {"reason": LONG},
        "Give a reason of up to 500",
    )


def _of_staff(act: str, **more: str) -> Callable[[], Form]:
    def form() -> Form:
        sara = staff(Role.CASHIER, "sara")
        page, address = (reverse(f"people:{name}", args=[sara.pk]) for name in ("person", act))
        client = inside(staff(Role.ADMINISTRATOR))
        return Form(client, page, address, {**more, "reason": LONG}, "at most 500 characters")

    return form


FORMS: Final[Mapping[str, Callable[[], Form]]] = {
    "all play": _house,
    "a rule set": _rules,
    "a box": _box,
    "a player who is stopped": _stopped_player,
    "a player by address": _player_by_address,
    "a table whose returns nobody accepted": _table_of_unaccepted_returns,
    "a table on its own page": _switch_of_a_table,
    "a change of a table": _change_of_a_table,
    "limits of play": _limits_of_play,
    "a rate that waits": _rate_that_waits,
    "a rate in effect": _rate_in_effect,
    "a recall of a rate": _recall_of_a_rate,
    "a lifting": _lifting,
    "lost second factor": _reset_of_factors,
    "lost second factor that stay": _stop_of_a_reset,
    "a second factor": _of_staff("reset"),
    "sessions": _of_staff("sessions"),
    "a lock": _of_staff("state", to="locked"),
    "a closing": _of_staff("state", to="closed"),
}


@pytest.mark.parametrize("name", slow_but_every(5, FORMS))
def test_a_refused_form_says_why_and_holds_what_was_typed_until_the_page_is_drawn_anew(
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


def test_the_address_of_a_player_who_is_not_found_stays_beside_the_reason() -> None:
    form = _player_by_address()
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
def test_a_verdict_that_came_late_is_refused_on_the_page_as_it_stands(
    late: Callable[[], tuple[str, str]],
) -> None:
    (address, told), client = late(), inside(manager())
    before = everything()
    answer = client.post(address, {"verdict": "approve"})
    assert answer.status_code == 409
    assert told in alert(answer)
    assert everything() == before


def test_what_was_written_of_what_waits_no_more_is_said_above_the_page() -> None:
    form = _overtaken_rate()
    before = everything()
    answer = form.who.post(form.address, form.sent)
    assert answer.status_code == form.status
    assert form.told in alert(answer)
    assert f"You had written: «{TYPED}»" in alert(answer)
    assert "<b>" not in answer.text
    assert everything() == before


def test_a_file_too_many_keeps_what_was_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    boss = manager()
    some_deposits(2)
    monkeypatch.setattr(files, "AT_ONCE", 1)
    monkeypatch.setattr("reports.files.counting.EVERY", 1)
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
