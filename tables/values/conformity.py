"""What a profile asks of a table's rules. A profile never changes rules: a table that contradicts it does not open."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from types import MappingProxyType
from typing import Final

from blackjack.rules import Rules
from profiles.values.fields import FIELDS, ProfileValues
from profiles.values.kinds import OneOf

_PERCENT: Final = Decimal(100)
_KEPT_DIGITS: Final = Decimal("0.0001")
_EVERY_PEEK: Final = "ace_and_ten"
_ORIGINAL: Final = "original_bet"
_PLAY_WORDS: Final[tuple[str, ...]] = (
    kind.words if isinstance(kind := FIELDS["absent_play"].kind, OneOf) else ()
)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A field of the profile that rules contradict: what it asks for and what they have. `bet` names the bet of a return."""

    field: str
    asked: str
    found: str
    bet: str = ""


def find_rule_contradictions(
    rules: Rules, profile: ProfileValues, *, live: bool
) -> Iterator[Contradiction]:
    """Yield what the rules of a real-money table contradict, apart from returns. `live`: of a live table."""
    yield from _of_absence(rules, profile)
    if live:
        yield from _of_clocks(rules, profile)
    if profile.split_loses_original_only and _takes_more(rules):
        yield Contradiction("split_loses_original_only", _ORIGINAL, rules.dealer_blackjack_takes)


def _of_absence(rules: Rules, profile: ProfileValues) -> Iterator[Contradiction]:
    most = profile.absent_play
    if _PLAY_WORDS.index(rules.on_absence) < _PLAY_WORDS.index(most):
        yield Contradiction("absent_play", most, rules.on_absence)
    elif most == "stand" and rules.turn_seconds is not None and rules.on_turn_timeout != most:
        yield Contradiction("absent_play", most, rules.on_turn_timeout)


def _of_clocks(rules: Rules, profile: ProfileValues) -> Iterator[Contradiction]:
    clocks = {
        "live_decision_seconds": rules.turn_seconds or 0,
        "live_betting_seconds": rules.betting_seconds or rules.intermission_seconds or 0,
    }
    for field, seconds in clocks.items():
        if seconds < (least := getattr(profile, field)):
            yield Contradiction(field, str(least), str(seconds))


def _takes_more(rules: Rules) -> bool:
    """Return whether a dealer's blackjack that is found after a split can take more than the original bet."""
    return rules.peek != _EVERY_PEEK and rules.dealer_blackjack_takes != _ORIGINAL


def find_return_contradictions(
    returns: Iterable[tuple[str, float]], profile: ProfileValues
) -> Iterator[Contradiction]:
    """Yield the bets of a real-money table that return less than the profile asks for; `returns` are shares of the stake."""
    for bet, share in returns:
        percent = Decimal(str(share)) * _PERCENT
        if percent < profile.lowest_rtp_percent:
            shown = percent.quantize(_KEPT_DIGITS)
            asked = f"{profile.lowest_rtp_percent:f}"
            yield Contradiction("lowest_rtp_percent", asked, f"{shown:f}", bet)


def fit_rules(rules: Rules, profile: ProfileValues) -> Rules:
    """Return the nearest rules for real money that do not contradict the profile, returns apart; the same if none do."""
    changes: dict[str, object] = {}
    found = {one.field for one in find_rule_contradictions(rules, profile, live=True)}
    if "absent_play" in found:
        changes |= _fit_absence(rules, profile)
    if "live_decision_seconds" in found and rules.turn_seconds is not None:
        changes["turn_seconds"] = profile.live_decision_seconds
    if "live_betting_seconds" in found and rules.turn_seconds is not None:
        changes["betting_seconds"] = profile.live_betting_seconds
    if "split_loses_original_only" in found:
        # early surrender besides would return the whole stake with the points of a tier
        late = {"surrender": "late"} if rules.surrender.startswith("early") else {}
        changes |= {"dealer_blackjack_takes": _ORIGINAL, **late}
    return replace(rules, **changes) if changes else rules  # type: ignore[arg-type]  # checked by Rules


def _fit_absence(rules: Rules, profile: ProfileValues) -> Mapping[str, object]:
    most = profile.absent_play
    fitted = {"on_absence": most} if rules.on_absence != "stand" else {}
    timeout = {"on_turn_timeout": most} if most == "stand" else {}
    return MappingProxyType({**fitted, **timeout})
