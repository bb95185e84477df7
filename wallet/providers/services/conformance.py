"""Conformance of an adapter: what docs/providers.md demands, tried against the provider's test system.

The author of an adapter writes a `Sandbox`, which makes the test system pay, fail or charge back, and runs
`manage.py check_payment_provider`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from wallet.providers.refusals import ProviderUnavailable
from wallet.providers.services import conformance_cases as cases
from wallet.providers.services.conformance_trial import (
    Failed,
    Sandbox,
    Trial,
    demand_refusal,
    new_payment,
)
from wallet.providers.services.provider import Provider


@dataclass(frozen=True, slots=True)
class CaseResult:
    """`failure` is "" if the case passed; `skipped` if the adapter does not offer the operation."""

    name: str
    failure: str = ""
    skipped: bool = False


Case = Callable[[Trial], None]
_ALWAYS: Final[Mapping[str, Case]] = {
    "start": cases.check_start,
    "amounts": cases.check_amounts,
    "failed": cases.check_failed,
    "charge-back": cases.check_charge_back,
    "events": cases.check_events,
    "forgeries": cases.check_forgeries,
    "unreadable": cases.check_unreadable,
    "secrets": cases.check_secrets,
}
_REMOTE: Final[Mapping[str, Case]] = {"silence": cases.check_silence}
_PAYOUTS: Final[Mapping[str, Case]] = {
    "payout": cases.check_payout,
    "failed payout": cases.check_failed_payout,
}
_REFUNDS: Final[Mapping[str, Case]] = {
    "refund": cases.check_refund,
    "refund after charge-back": cases.check_refund_after_charge_back,
}
_STATEMENTS: Final[Mapping[str, Case]] = {"statement": cases.check_statement}


def check_provider(
    provider: Provider, sandbox: Sandbox, *, is_remote: bool = True
) -> Iterator[CaseResult]:
    """Run every case and yield its result; operations that the adapter does not offer must refuse."""
    offered = [
        (_ALWAYS, True),
        (_REMOTE, is_remote),
        (_PAYOUTS, provider.pays_out),
        (_REFUNDS, provider.refunds),
        (_STATEMENTS, provider.has_statements),
    ]
    for group, is_offered in offered:
        for name, case in group.items():
            if is_offered:
                yield _run(name, case, Trial(provider, sandbox, []))
            else:
                yield CaseResult(name, skipped=True)
    yield _run("not offered", _refuses_others, Trial(provider, sandbox, []))


def _run(name: str, case: Case, trial: Trial) -> CaseResult:
    try:
        case(trial)
    except Failed as error:
        return CaseResult(name, str(error))
    except Exception as error:  # noqa: BLE001  an adapter may fail in any way, and each is a finding
        return CaseResult(name, f"{type(error).__name__}: {error}")
    return CaseResult(name)


def _refuses_others(trial: Trial) -> None:
    """Operations that the adapter does not offer raise ProviderUnavailable."""
    provider, payment = trial.provider, new_payment()
    if not provider.pays_out:
        demand_refusal(
            ProviderUnavailable,
            lambda: provider.pay_out(payment, cases.DESTINATION, trial.post),
            "a payout",
        )
    if not provider.refunds:
        demand_refusal(
            ProviderUnavailable, lambda: provider.refund(payment, trial.post), "a refund"
        )
    if not provider.has_statements:
        demand_refusal(ProviderUnavailable, lambda: provider.read_statement(b""), "a statement")
