"""Players who owe the house."""

from uuid import UUID, uuid4

from tests.wallet.ledger import player
from wallet.ledger.services import movements, round_voids
from wallet.money.values import Money


def money(text: str) -> Money:
    """Parse an amount with its currency: "10.00 USD"."""
    units, currency = text.split()
    return Money.parse(units, currency)


def has(*balances: str, name: str = "ana") -> int:
    """Return the id of a player with these balances."""
    person = player(name)
    for one in balances:
        movements.credit_deposit(person, money(one), key=uuid4(), provider="demo")
    return person


def owes(person: int, text: str) -> UUID:
    """Record a debt of the player for a voided round; return the round's public id. The balance stays the same."""
    debt, round_id = money(text), uuid4()
    stake = Money(1, debt.currency)
    movements.credit_deposit(person, stake, key=uuid4(), provider="demo")
    movements.hold_stake(person, stake, key=uuid4(), round_id=round_id)
    movements.settle_stakes(
        person,
        key=uuid4(),
        round_id=round_id,
        staked=stake,
        returned=Money.zero(debt.currency),
    )
    round_voids.record_round_debt(person, debt, key=uuid4(), round_id=round_id)
    return round_id
