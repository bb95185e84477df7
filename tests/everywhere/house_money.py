"""Money of the house: payments, corrections, rates."""

from typing import Final

from accounts.models.users import User
from accounts.roles.values import Role
from limits.values import CashLimitKind
from tests.accounts.staff import staff
from tests.everywhere.arguments import Pages
from tests.tables.house import operator
from tests.wallet.cash import checked, intent
from tests.wallet.ledger import usd
from tests.wallet.rates import approved as rate_of
from tests.wallet.taxed import asked_payment
from tests.wallet.test_corrections import adjustment
from tests.wallet.test_desk_list import asked, recorded
from tests.wallet.test_rate_rules import limit, spread
from tests.wallet.test_staff_browser import some_rates
from wallet.cash.services import discrepancies, limits
from wallet.exchange import services
from wallet.ledger.models import LedgerCheck, Transfer
from wallet.rates.models import Rate
from wallet.rates.services import recalls

LINE: Final = "settlements and refunds are what their rounds returned"


ROW: Final = "round 0b5c2a1e-7f3d-4f58-9a53-0d7f1a8a4c11 of player 12: 10000 USD staked"


def build_payments(bea: User) -> Pages:
    """Create payments in every state, a correction, a proposed cash limit and a finding of the ledger's check."""
    checked()
    begun, taken, paid_out = intent("25.00", name="bea"), recorded("50.00", "bea"), asked("20.00")
    recorded("2500.00", "bea", note="bundle 7, counted twice")
    correction = adjustment("-5.00")
    row = limits.propose_cash_limit(
        CashLimitKind.DEPOSIT_SECOND, usd("900"), acting_user=operator(), reason="a new bank"
    )
    LedgerCheck.objects.create(passed=False, findings=[f"{LINE}: broken by 1\n  {ROW}"])
    discrepancies.propose_acceptance(
        LINE, ROW, acting_user=staff(Role.CASHIER), reason="forged on 3 May"
    )
    tax_payment = asked_payment(staff(Role.CASHIER))
    first = Transfer.objects.filter(kind="deposit").earliest("pk")
    return {
        "cash:deposit": {"pk": taken.pk},
        "cash:withdrawal": {"pk": paid_out.pk},
        "cash:account": {"pk": bea.pk},
        "cash:account_statement": {"pk": bea.pk},
        "cash:correction": {"pk": correction.pk},
        "cash:decide_correction": {"pk": correction.pk},
        "cash:decide_tax_payment": {"pk": tax_payment.pk},
        "cash:reverse": {"transfer": first.pk},
        "cash:decide_limit": {"pk": row.pk},
        "wallet:receipt": {"kind": "deposit", "reference": begun.reference},
    }


def build_rates(bea: User) -> Pages:
    """Create rates, their rules, a recall and an exchange."""
    some_rates()
    limit(), spread()
    rate_of("DOP", "0.016")
    rate = Rate.objects.filter(currency="COP").latest("pk")
    recalls.propose_recall(rate.pk, operator(), reason="a comma")
    services.confirm_exchange(bea.pk, services.offer_exchange(bea.pk, usd("100"), "DOP").sealed)
    made = Transfer.objects.filter(kind="exchange").latest("pk")
    return {"rates:history": {"currency": "EUR"}, "wallet:exchange_receipt": {"number": made.pk}}
