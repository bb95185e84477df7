"""A provider of joint limits that answers signed JSON over HTTPS, as those of the gate (docs/gate.md)."""

import secrets
from typing import Any, Final

from accounts.gate.services.http_provider import UNREADABLE, SignedClient, read_once
from accounts.gate.values.questions import ProviderFailed
from journal.refusals import Refusal
from limits.values import JointPeriod
from wallet.cash.values.joint_limits import JointLimit, JointQuestion, JointReply
from wallet.money.values import Money

CHECK: Final = "joint_limits"
NAMES: Final = {
    JointPeriod.DAY: "day",
    JointPeriod.WEEK: "week",
    JointPeriod.FOUR_WEEKS: "four_weeks",
}
"""Name of each period in an answer."""


class HttpJointProvider(SignedClient):
    """Asks how much a person may still deposit with all operators together."""

    def ask(self, question: JointQuestion) -> JointReply:
        """Return the answer. Raises ProviderFailed."""
        nonce = secrets.token_hex(16)
        return _read_reply(question, nonce, self.send(_describe(question, nonce)))


def _describe(question: JointQuestion, nonce: str) -> dict[str, object]:
    return {
        "check": CHECK,
        "player": str(question.player),
        "nonce": nonce,
        "country": question.country,
        "number": question.number,
        "amount": f"{question.amount.decimal:f}",
        "currency": question.amount.currency,
    }


def _read_reply(question: JointQuestion, nonce: str, content: bytes) -> JointReply:
    """Return the reply to this question. Raises ProviderFailed for another's, or for amounts that are none."""
    said = read_once(content)
    try:
        about = (said["check"], said["player"], said["nonce"])
        found = {
            period: _read_limit(said[name], said["currency"]) for period, name in NAMES.items()
        }
    except (*UNREADABLE, Refusal) as error:
        raise ProviderFailed("unreadable answer") from error
    if about != (CHECK, str(question.player), nonce):
        raise ProviderFailed("the answer to another question")
    return found


def _read_limit(said: Any, currency: str) -> JointLimit | None:
    if said is None:
        return None
    limit, left = (Money.parse(said[name], currency) for name in ("limit", "left"))
    if limit.units < 0:
        raise ValueError("a limit below zero")
    return JointLimit(limit, left)
