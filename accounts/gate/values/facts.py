"""What is known about a player at the gate, and the judgement of it: pure values, no query."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum

from accounts.gate.values.terms import GateTerms


class GateCode(StrEnum):
    """Why the gate is closed to a player; the order is that of the checks."""

    LISTED = "register_listed"
    REGISTER_OLD = "register_out_of_date"
    REGISTER_UNCHECKED = "register_unchecked"
    REGISTER_UNANSWERED = "register_unanswered"
    COUNTRY = "location_country"
    COUNTRY_UNKNOWN = "location_unknown"
    LOCATION_UNANSWERED = "location_unanswered"
    SANCTIONS_MATCH = "sanctions_match"
    SANCTIONS_OLD = "sanctions_out_of_date"
    SANCTIONS_UNANSWERED = "sanctions_unanswered"


class GateOutcome(StrEnum):
    """What a provider answered."""

    PASSED = "passed"
    REFUSED = "refused"
    DOUBT = "doubt"
    UNANSWERED = "unanswered"


@dataclass(frozen=True, slots=True)
class ProviderAnswer:
    """A provider's answer, and until when it holds. `address` is that of a location."""

    check: str
    outcome: GateOutcome
    valid_until: datetime
    address: str | None = None
    country: str = ""


@dataclass(frozen=True, slots=True)
class GateFacts:
    """The lists in force and what they and the providers say about one player.

    `register_day` and `sanctions_day` are None without a list in force. `is_hashed`: the player's document number is
    hashed with the register's key, so that the register can find it.
    """

    register_day: date | None = None
    is_hashed: bool = False
    is_listed: bool = False
    sanctions_day: date | None = None
    has_match: bool = False
    answers: Sequence[ProviderAnswer] = ()

    def answer(
        self, check: str, now: datetime, address: str | None = None
    ) -> ProviderAnswer | None:
        """Return the answer of a check that holds now; of a location, for this address."""
        return next(
            (
                one
                for one in self.answers
                if (one.check, one.address) == (check, address) and one.valid_until > now
            ),
            None,
        )


@dataclass(frozen=True, slots=True)
class GateContext:
    """Terms, time, the request's network address (None outside requests), and who answers by request."""

    terms: GateTerms
    now: datetime
    address: str | None = None
    asked: frozenset[str] = frozenset()  # checks of which a provider is asked instead of a list


def judge_gate(facts: GateFacts, context: GateContext) -> GateCode | None:
    """Return why the gate is closed to bets and deposits, or None: register, location, sanctions list, in this order."""
    return (
        judge_register(facts, context)
        or _judge_location(facts, context)
        or _judge_sanctions(facts, context)
    )


def is_current(day: date | None, hours: int, now: datetime) -> bool:
    """Return whether a list of that day is in force now: at most so many hours after the day ended (UTC)."""
    if day is None:
        return False
    began = datetime(day.year, day.month, day.day, tzinfo=UTC)
    return now < began + timedelta(days=1, hours=hours)


def judge_register(facts: GateFacts, context: GateContext) -> GateCode | None:
    terms = context.terms
    if not terms.asks_register:
        return None
    if "register" in context.asked:
        answer = facts.answer("register", context.now)
        return _judge_answer(answer, GateCode.LISTED, GateCode.REGISTER_UNANSWERED)
    if facts.is_listed:
        return GateCode.LISTED
    if not is_current(facts.register_day, terms.register_max_age_hours, context.now):
        return GateCode.REGISTER_OLD
    return None if facts.is_hashed else GateCode.REGISTER_UNCHECKED


def _judge_location(facts: GateFacts, context: GateContext) -> GateCode | None:
    """Work without a request, such as the end of betting at a live table, has no location: the bet had one."""
    terms = context.terms
    if not terms.asks_location or context.address is None:
        return None
    answer = facts.answer("location", context.now, context.address)
    if answer is None or answer.outcome is GateOutcome.UNANSWERED:
        return GateCode.LOCATION_UNANSWERED
    if answer.outcome is GateOutcome.REFUSED or _is_elsewhere(answer.country, terms):
        return GateCode.COUNTRY
    in_doubt = answer.outcome is GateOutcome.DOUBT and not terms.allows_doubt
    return GateCode.COUNTRY_UNKNOWN if in_doubt else None


def _is_elsewhere(country: str, terms: GateTerms) -> bool:
    return bool(country and terms.countries and country not in terms.countries)


def _judge_sanctions(facts: GateFacts, context: GateContext) -> GateCode | None:
    terms = context.terms
    if not terms.asks_sanctions:
        return None
    if facts.has_match:
        return GateCode.SANCTIONS_MATCH
    if "sanctions" in context.asked:
        answer = facts.answer("sanctions", context.now)
        return _judge_answer(answer, GateCode.SANCTIONS_MATCH, GateCode.SANCTIONS_UNANSWERED)
    current = is_current(facts.sanctions_day, terms.sanctions_max_age_hours, context.now)
    return None if current else GateCode.SANCTIONS_OLD


def _judge_answer(
    answer: ProviderAnswer | None, refused: GateCode, unanswered: GateCode
) -> GateCode | None:
    if answer is None or answer.outcome is GateOutcome.UNANSWERED:
        return unanswered
    return None if answer.outcome is GateOutcome.PASSED else refused
