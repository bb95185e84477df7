"""Taxes withheld from rounds of the ledger alone, and payments of them."""

from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from journal.selectors.gaming_days import day_of
from tests.wallet.ledger import funded, staked, usd
from wallet.ledger.services import movements
from wallet.ledger.services.taxes import withhold_tax
from wallet.taxes.models import TaxPayment
from wallet.taxes.selectors import sum_owed


def withheld(name: str, tax: str) -> tuple[int, UUID]:
    """Return a player from whose round this tax was withheld, and the round."""
    person = funded(name)
    round_id = staked(person, "1.00")
    with transaction.atomic():
        movements.settle_stakes(
            person, key=uuid4(), round_id=round_id, staked=usd("1.00"), returned=usd("50.00")
        )
        withhold_tax(person, usd(tax), key=uuid4(), round_id=round_id)
    return person, round_id


def asked_payment(by: User) -> TaxPayment:
    """Withhold a tax and propose the payment of all that is owed, although today is not over."""
    withheld(f"taxed-{uuid4()}", "1.00")
    until = day_of(timezone.now())
    return TaxPayment.objects.create(
        currency_id="USD",
        until=until,
        units=sum_owed("USD", until).units,
        reference="350",
        reason="monthly return",
        proposed_by=by,
    )
