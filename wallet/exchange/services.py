"""Exchanges between a player's balances, at an offered price valid for one minute.

The offer is signed, and only what was offered can be confirmed. The result is rounded down to 10^-4 of its currency; spread and
remainder stay in the house's `fx` account.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Final
from uuid import UUID, uuid4, uuid5

from django.core import signing
from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.restrictions.selectors.eligibility import verify_real_money_play
from wallet.debts.selectors import load_debts
from wallet.exchange.refusals import DebtUnpaid, QuoteExpired
from wallet.exchange.values import _DOWN, _SALT, HOLDS, ExchangeOffer
from wallet.ledger.models import Transfer
from wallet.ledger.refusals import InsufficientFunds
from wallet.ledger.selectors import funds
from wallet.ledger.services import movements
from wallet.money.refusals import InvalidAmount
from wallet.money.values import Money
from wallet.rates.refusals import NoRate
from wallet.rates.selectors import rates
from wallet.rates.values import Quote

_SPACE: Final = UUID("6d0c2f1e-58a3-4c0b-9a44-5f6e7c1b2a90")


def offer_exchange(player_id: int, given: Money, currency: str) -> ExchangeOffer:
    """Offer an exchange of `given` into `currency`; nothing moves.

    Raises NotAllowed, InvalidAmount (zero given or received, same currency), InsufficientFunds, NoRate (also play
    money), StaleRate, RatePending, DebtUnpaid.
    """
    verify_real_money_play(User.objects.get(pk=player_id))
    if given.currency not in rates.REAL or currency not in rates.REAL:
        raise NoRate(detail=currency)
    if given.units <= 0 or given.currency == currency:
        raise InvalidAmount(detail=str(given))
    if given > funds.balance(player_id, given.currency):
        raise InsufficientFunds
    _see_no_debt(player_id)
    given_rate, received_rate = rates.usable_rate(given.currency), rates.usable_rate(currency)
    spread = rates.spread_for(given.currency, currency)
    received = _bought(given, given_rate, received_rate, spread.share)
    if not received:
        raise InvalidAmount(detail=str(received))
    return ExchangeOffer(
        player_id=player_id,
        number=uuid4(),
        given=given,
        received=received,
        given_rate=given_rate,
        received_rate=received_rate,
        spread=spread.share,
        spread_id=spread.pk,
        at=timezone.now(),
    )


def _see_no_debt(player_id: int) -> None:
    """Raise DebtUnpaid while the player has debts: balances may then only be reduced by paying them."""
    if load_debts(player_id):
        raise DebtUnpaid


def _bought(given: Money, given_rate: Quote, received_rate: Quote, spread: Decimal) -> Money:
    """Return the value of `given` less the spread, rounded down to units of 10^-4."""
    value = _DOWN.multiply(Decimal(given.units), _DOWN.multiply(given_rate.rate, 1 - spread))
    return Money(int(_DOWN.divide_int(value, received_rate.rate)), received_rate.currency)


@transaction.atomic
def confirm_exchange(player_id: int, sealed: str) -> tuple[Money, Money]:
    """Execute an offer; return (given, received). Idempotent.

    Raises QuoteExpired after a minute, after a change of rate or spread, or for an invalid offer; InsufficientFunds;
    StaleRate, RatePending; NotAllowed; DebtUnpaid.
    """
    person = User.objects.select_for_update(no_key=True).get(pk=player_id)
    asked = _open_offer(player_id, sealed)
    given, received = Money(*asked["given"]), Money(*asked["received"])
    key = uuid5(_SPACE, f"{player_id}:{asked['number']}")
    if not Transfer.objects.filter(key=key).exists():
        verify_real_money_play(person)
        _see_no_debt(player_id)
        _verify_present(asked["details"], given.currency, received.currency)
    movements.exchange_money(player_id, given, received, key=key, details=asked["details"])
    return given, received


def read_offer(player_id: int, sealed: str) -> tuple[Money, str] | None:
    """Return the amount given and the currency received of an offer to this player; None if it is invalid."""
    try:
        asked = _open_offer(player_id, sealed)
    except QuoteExpired:
        return None
    return Money(*asked["given"]), asked["received"][1]


def _open_offer(player_id: int, sealed: str) -> dict[str, Any]:
    try:
        asked: dict[str, Any] = signing.loads(sealed, salt=_SALT)
    except signing.BadSignature as error:
        raise QuoteExpired from error
    if asked["player"] != player_id:
        raise QuoteExpired
    return asked


def _verify_present(details: Mapping[str, Any], given: str, received: str) -> None:
    at = datetime.fromisoformat(details["quoted_at"]).astimezone(UTC)
    if timezone.now() - at > HOLDS:
        raise QuoteExpired
    now = (
        rates.usable_rate(given).rate_id or 0,
        rates.usable_rate(received).rate_id or 0,
        rates.spread_for(given, received).pk,
    )
    if now != (details["given_rate_id"], details["received_rate_id"], details["spread_id"]):
        raise QuoteExpired
