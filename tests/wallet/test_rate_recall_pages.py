"""Pages on which a wrong rate is recalled."""

from decimal import Decimal

import pytest
from django.urls import reverse

from accounts.roles.values import Role
from tests.accounts.staff import inside, staff
from tests.wallet.ledger import rows
from tests.wallet.rate_pages import text
from tests.wallet.rates import approved, manager, operator
from wallet.rates.models import RateRecall
from wallet.rates.selectors import rates
from wallet.rates.services import recalls

pytestmark = pytest.mark.database


def test_one_asks_on_the_currency_s_page_and_another_decides_where_rates_wait() -> None:
    approved("EUR", "1.10", hours=5)
    row = approved("EUR", "11.0")
    clerk, boss = inside(operator()), inside(manager())
    page = reverse("rates:history", args=["EUR"])
    assert "The rate in effect is wrong" in text(clerk.get(page))
    assert "The rate in effect is wrong" not in text(boss.get(page))

    answer = clerk.post(reverse("rates:ask_recall", args=[row.pk]), {"reason": "a comma"})
    assert (answer.status_code, answer["Location"]) == (303, page)
    shown = text(clerk.get(page))
    assert "to be taken out of effect: waits" in shown
    assert "The rate in effect is wrong" not in shown
    assert "1 rate pending" in text(boss.get(reverse("rates:overview")))
    waiting = reverse("rates:waiting")
    assert "Then in effect again: 0.90909091 for one US dollar" in text(boss.get(waiting))
    assert b'value="approve"' not in clerk.get(waiting).content

    asked = RateRecall.objects.get()
    decide = reverse("rates:decide_recall", args=[asked.pk])
    assert boss.post(decide, {"verdict": "approve", "reason": "seen"}).status_code == 303
    assert "The rate is out of effect." in text(boss.get(waiting))
    shown = text(boss.get(page))
    assert "taken out of effect Operator" in shown
    assert "a comma Compliance_Manager" in shown
    assert rates.usable_rate("EUR").rate == Decimal("1.10")


@pytest.mark.parametrize("wrong", [{}, {"reason": "  "}, {"reason": "x" * 501}])
def test_without_a_reason_nothing_is_asked(wrong: dict[str, str]) -> None:
    row, clerk = approved("EUR", "1.10"), inside(operator())
    before = rows()
    answer = clerk.post(reverse("rates:ask_recall", args=[row.pk]), wrong)
    assert answer.status_code == 422
    assert rows() == before
    assert "Give a reason." in text(answer)


def test_others_may_neither_ask_nor_decide() -> None:
    row = approved("EUR", "1.10")
    asked = recalls.propose_recall(row.pk, operator(), reason="x")
    before = rows()
    said = {"verdict": "approve", "reason": "x"}
    for role in Role:
        client = inside(staff(role))
        if role is not Role.OPERATOR:
            address = reverse("rates:ask_recall", args=[row.pk])
            assert client.post(address, said).status_code == 403
        if role is not Role.COMPLIANCE_MANAGER:
            address = reverse("rates:decide_recall", args=[asked.pk])
            assert client.post(address, said).status_code == 403
    assert rows() == before
