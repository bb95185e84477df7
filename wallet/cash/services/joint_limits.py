"""Joint deposit limits: asked of the regulator's provider before each deposit, and judged with the others.

Without a valid answer no deposit begins: a clear sentence, and an alarm once in ten minutes.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.utils import timezone

from accounts.gate.services.asking import read_document_number, report_failure
from accounts.gate.values.questions import ProviderFailed
from accounts.models.users import User
from limits.refusals import LimitReached
from limits.values import JointPeriod, LimitKind, LimitLeft, LimitScope, WindowLimit
from profiles.selectors.in_force import profile_in_force
from wallet.cash.models import Deposit
from wallet.cash.refusals import JointLimitsNotConfigured, JointLimitsUnanswered
from wallet.cash.selectors.deposit_allowance import sum_under_way
from wallet.cash.selectors.payments import sum_payments_since
from wallet.cash.selectors.player_holdings import worth_in_usd
from wallet.cash.services.joint_provider import CHECK, HttpJointProvider
from wallet.cash.values.joint_limits import JointLimit, JointProvider, JointQuestion, JointReply
from wallet.money.values import Money
from wallet.player_limits.selectors import convert_stated
from wallet.player_limits.words import limit_text, limit_text_for_staff

_STATED: Final[Mapping[JointPeriod, str]] = {
    JointPeriod.DAY: "joint_limit_day",
    JointPeriod.WEEK: "joint_limit_week",
    JointPeriod.FOUR_WEEKS: "joint_limit_four_weeks",
}
_LENGTH: Final[Mapping[JointPeriod, timedelta]] = {
    JointPeriod.DAY: timedelta(days=1),
    JointPeriod.WEEK: timedelta(days=7),
    JointPeriod.FOUR_WEEKS: timedelta(days=28),
}


def ask_joint_limits(player: User, money: Money, *, by_staff: bool) -> JointReply | None:
    """Return what the provider says; None, without a query, if the profile does not ask. Outside transactions: it waits.

    Raises JointLimitsNotConfigured, JointLimitsUnanswered.
    """
    if not profile_in_force(player.country).joint_limits:
        return None
    provider = find_joint_provider()
    if provider is None:
        report_failure(CHECK, "", "not configured", timezone.now())
        raise JointLimitsNotConfigured(by_staff=by_staff)
    try:
        country, number = read_document_number(player)
        return provider.ask(JointQuestion(player.pk, money, country, number))
    except ProviderFailed as error:
        report_failure(CHECK, provider.name, str(error), timezone.now())
        raise JointLimitsUnanswered from error


def find_joint_provider() -> JointProvider | None:
    """Return the provider of this installation; None if none is set."""
    options = settings.GATE_PROVIDERS.get(CHECK)
    return HttpJointProvider(CHECK, options["URL"], options["SECRET"]) if options else None


def require_joint_limits(
    player: User, reply: JointReply | None, worth: Money, *, by_staff: bool
) -> None:
    """Raise LimitReached, naming the joint limit, if a locked player would pass it with a deposit of this worth.

    What is under way here is not known to the provider yet. Raises NoRate.
    """
    if reply is None:
        return
    lefts = [left for period in JointPeriod if (left := _find_left(player, period, reply[period]))]
    tightest = min(lefts, key=lambda left: left.amount, default=None)
    if tightest is None or worth.units <= tightest.amount:
        return
    words = (
        limit_text_for_staff(tightest)
        if by_staff
        else limit_text(tightest, player.display_currency)
    )
    raise LimitReached(tightest.limit, words, field="amount")


def _find_left(player: User, period: JointPeriod, said: JointLimit | None) -> LimitLeft | None:
    """Return what is left: as the provider says, or of the profile's default what was not deposited here."""
    if said is not None:
        left = worth_in_usd(said.left)[0] - sum_under_way(player)
        return LimitLeft(_limit(period, worth_in_usd(said.limit)[0].units), left.units)
    stated = getattr(profile_in_force(player.country), _STATED[period])
    if not stated:
        return None
    amount = convert_stated(stated, player.display_currency)
    used = sum_payments_since(Deposit, player.pk, timezone.now() - _LENGTH[period])
    return LimitLeft(_limit(period, amount), amount - used.units)


def _limit(period: JointPeriod, units: int) -> WindowLimit:
    return WindowLimit(LimitScope.JOINT, LimitKind.DEPOSIT, units, period)
