"""Tax on the winnings of rounds that end, by the profile in force at that moment."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from casino.play.services.money_moves import Payment, Withholding
from casino.values.prizes import PER_SESSION, WITHHELD, TaxTerms, compute_prize_tax
from journal.models import EventKind
from journal.services.recording import record
from profiles.selectors.in_force import profile_in_force


def compute_taxes(payments: Iterable[Payment], now: datetime) -> list[Withholding]:
    """Return the taxes to move with these payments, and set `tax` of their rounds. No query."""
    profile = profile_in_force(at=now)
    if profile.winnings_tax != WITHHELD:
        return []
    per_session = profile.winnings_tax_per == PER_SESSION
    taxes = []
    for payment in payments:
        round_ = payment.share.round
        taxed = _tax_session if per_session and _is_of_session(payment) else _tax_win
        round_.tax = taxed(payment, profile)
        if round_.tax:
            taxes.append(Withholding(payment.share, round_.money(round_.tax)))
    return taxes


def record_taxes(taxes: Sequence[Withholding]) -> None:
    """Write the events of taxes that were moved; none without them."""
    for one in taxes:
        round_ = one.share.round
        prize = round_.money((round_.returned or 0) - round_.staked)
        data = {"player": round_.player_id, "amount": str(one.tax), "prize": str(prize)}
        record(EventKind.TAX_WITHHELD, subject=f"round {round_.public_id}", data=data)


def _is_of_session(payment: Payment) -> bool:
    """False for a round from before the player's present sign-in: its session is over, and it is taxed by itself."""
    share = payment.share
    return share.round.started_at >= share.player_money.since


def _tax_win(payment: Payment, terms: TaxTerms) -> int:
    round_ = payment.share.round
    return compute_prize_tax(payment.returned.units - round_.staked, round_.currency, terms)


def _tax_session(payment: Payment, terms: TaxTerms) -> int:
    """Return what is missing to the tax on the session's net win so far; negative if too much is withheld.

    At most what the round returns, so that the settlement always covers it: the rest follows with the next rounds.
    """
    round_, money = payment.share.round, payment.share.player_money
    net = money.nets.get(round_.currency, 0) + payment.returned.units - round_.staked
    due = compute_prize_tax(net, round_.currency, terms)
    return min(due - money.withheld(round_.currency), payment.returned.units)
