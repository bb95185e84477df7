"""What the gate asks a provider, what it answers, and the interface of providers."""

from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from accounts.gate.values.facts import GateOutcome


@dataclass(frozen=True, slots=True)
class GateQuestion:
    """One check of one player; a check gets only the data that it needs."""

    check: str
    player: int
    address: str = ""
    full_name: str = ""
    birth_date: date | None = None
    country: str = ""  # of the document
    number: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class GateReply:
    """A provider's answer; the country of a location, "" if unknown."""

    outcome: GateOutcome
    country: str = ""
    region: str = ""


class ProviderFailed(Exception):
    """The provider gave no valid answer; the argument says why, for staff."""


class GateProvider(Protocol):
    """A source of answers. It raises ProviderFailed, and nothing else, without a valid answer in time."""

    name: str

    def ask(self, question: GateQuestion) -> GateReply: ...
