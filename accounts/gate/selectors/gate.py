"""The checks of the gate beyond identity: exclusion register, location, sanctions list. No call to another server."""

from django.utils import timezone

from accounts.gate.selectors.facts import load_facts
from accounts.gate.selectors.providers import asked_checks
from accounts.gate.selectors.terms import load_terms
from accounts.gate.values.facts import GateCode, GateContext, GateFacts, judge_gate, judge_register
from accounts.gate.values.request_address import served_request


def find_gate_refusal(player: int, country: str) -> GateCode | None:
    """Return why the gate is closed to bets and deposits, or None.

    One query for each request and player, none if the profile asks nothing.
    """
    terms = load_terms(country)
    if terms.asks_nothing:
        return None
    request = served_request()
    address = request.address if request else None
    context = GateContext(terms, timezone.now(), address, asked_checks())
    return judge_gate(_read_facts(player), context)


def asks_play_money(country: str) -> bool:
    """Return whether the profile asks the gate's checks for play money too."""
    return load_terms(country).asks_play_money


def find_register_refusal(player: int, country: str) -> GateCode | None:
    """Return why the register does not allow to verify a player, or None. One query.

    A listed player is refused whether or not the profile asks the register.
    """
    terms, facts = load_terms(country), load_facts(player)
    if facts.is_listed:
        return GateCode.LISTED
    return judge_register(facts, GateContext(terms, timezone.now(), None, asked_checks()))


def has_sanctions_match(player: int, country: str) -> bool:
    """Return whether the player is, or may be, on the sanctions list, if the profile asks it. One query then."""
    return load_terms(country).asks_sanctions and load_facts(player).has_match


def _read_facts(player: int) -> GateFacts:
    """Return the facts that this request has read of the player, or read them."""
    request = served_request()
    if request is None:
        return load_facts(player)
    if player not in request.facts:
        request.facts[player] = load_facts(player)
    return request.facts[player]
