"""Joint deposit limits: what a provider is asked, and what it answers of all operators together."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from limits.values import JointPeriod
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class JointQuestion:
    """A deposit that a person wants to make: who, and how much."""

    player: int
    amount: Money
    country: str  # of the document
    number: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class JointLimit:
    """A person's limit over all operators, and what is left of it."""

    limit: Money
    left: Money


JointReply = Mapping[JointPeriod, JointLimit | None]
"""The limit of each period; None: the person has none of their own, and the profile's default counts."""


class JointProvider(Protocol):
    """A source of joint limits. It raises ProviderFailed, and nothing else, without a valid answer in time."""

    name: str

    def ask(self, question: JointQuestion) -> JointReply: ...
