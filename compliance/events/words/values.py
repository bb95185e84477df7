"""Stored values of events and columns in the reader's language."""

import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Final

from django.db.models import Choices, Field
from django.utils import formats
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts.models.gate import ListLoad
from accounts.models.identity import Upload
from accounts.models.restrictions import Restriction
from accounts.models.users import State, VerificationMethod
from accounts.roles.values import Role
from accounts.values.reasons import translate_reason
from casino.models import Shoe
from casino.protection.words.own_limits import event_limit_text
from compliance.events.words.labels import LABELS, Words
from compliance.events.words.tiers import tier_text
from compliance.models import CaseKind, CaseReason, DisputeOutcome, DisputeSubject
from journal.models import EventKind, Operation
from journal.refusals import Refusal
from journal.words.events import WORDS
from limits import values as limits
from limits.models import DepositAnswer
from limits.values import CashLimitKind
from profiles.values.fields import FIELDS
from restores.models import Restore
from tables.models import Switching, Table, VersionState
from tables.selectors.returns import HAND, INSURANCE, SIDE
from tables.words.rules import SIDE_BETS
from wallet.cash.models import CorrectionKind, WithdrawalState
from wallet.ledger.words.check_lines import LINES, translate_line
from wallet.ledger.words.check_rows import translate_row
from wallet.money.values import BASE_CURRENCY, Money
from wallet.money.words import format_money

_DECIMAL: Final = re.compile(r"-?\d{1,14}\.\d{1,30}", re.ASCII)
# Labels of columns whose field has no verbose name.
COLUMNS: Final[Mapping[str, Words]] = {
    "acting_user_id": _("By"),
    "address_country": _("Country of the residential address"),
    "allow_uri_wildcards": _("Allow URI wildcards"),
    "amount": _("Amount in units of 0.0001"),
    "accepted": _("Accepted"),
    "app_id": _("Number of the app"),
    "approved": _("Approved"),
    "withdrawn": _("Withdrawn"),
    "as_of": _("As of"),
    "at": _("Time"),
    "at_once": _("Corrects an error"),
    "before": _("Before"),
    "box": _("Box"),
    "client_id": _("Client ID"),
    "code": _("Code"),
    "cors_origins": _("CORS allowed origins"),
    "created_at": _("Created"),
    "created_by_id": _("Created by"),
    "currency": _("Currency"),
    "currency_id": _("Currency"),
    "data": _("Data"),
    "decided_at": _("Decided"),
    "decided_by_id": _("Decided by"),
    "default_scopes": _("Default scopes"),
    "deposit_least": _("Smallest deposit"),
    "deposit_most": _("Largest deposit"),
    "effective_at": _("In force from"),
    "ended_by_id": _("Ended by"),
    "erased_at": _("Personal data erased"),
    "failing_since": _("Failing since"),
    "from_day": _("From the day"),
    "from_state": _("State before"),
    "given_id": _("Currency given"),
    "grant_types": _("Grant types"),
    "group_id": _("Number of the role"),
    "id": _("Number"),
    "is_base": _("Base currency"),
    "is_play_money": _("Play money"),
    "kind": _("Kind"),
    "last_used_at": _("Last used"),
    "last_used_from": _("Last used from"),
    "made_by_id": _("Made by"),
    "max_age_hours": _("Hours that a rate holds"),
    "minor_digits": _("Decimals"),
    "money": _("Money"),
    "multiplier": _("Multiplier of points"),
    "n": _("Step"),
    "name": _("Name"),
    "network": _("Network"),
    "note": _("Note"),
    "number": _("Number"),
    "owner_id": _("Responsible person"),
    "password_set_at": _("Password set"),
    "position_id": _("Last event in the feed"),
    "position_xact": _("Last transaction in the feed"),
    "reality_checked_at": _("Reality check answered"),
    "reality_minutes": _("Interval of the reality check"),
    "session_began": _("Session of play begun"),
    "play_money_at": _("Play money given"),
    "permission_id": _("Number of the permission"),
    "person_id": _("Person"),
    "player_id": _("Player"),
    "proposal_id": _("Number of the proposal"),
    "proposed_at": _("Proposed"),
    "proposed_by_id": _("Proposed by"),
    "rate": _("Rate"),
    "rate_id": _("Number of the rate"),
    "reason": _("Reason"),
    "received_id": _("Currency received"),
    "redirect_uris": _("Redirect addresses"),
    "redeem_from": _("Minimum points to redeem"),
    "redemption": _("Rate of redemption"),
    "response_types": _("Response types"),
    "rule_set_id": _("Number of the rule set"),
    "rules_hash": _("Hash of the rules"),
    "revoked_by_id": _("Revoked by"),
    "rules_json": _("Rules"),
    "scopes": _("Scopes"),
    "secret": _("Secret"),
    "series": _("Series"),
    "sessions_ended": _("Times that all sessions were ended"),
    "share": _("Share"),
    "skip_consent": _("Connects without asking the player"),
    "slug": _("Address"),
    "source": _("Source"),
    "start_hour": _("Hour at which a day begins"),
    "state": _("State"),
    "status": _("State"),
    "stopped": _("Stopped"),
    "stopped_boxes": _("Stopped boxes"),
    "table_id": _("Number of the table"),
    "takes_play_money": _("Holds play money too"),
    "threshold": _("Points from which it begins"),
    "tier_set_id": _("Number of the set of tiers"),
    "to_state": _("State after"),
    "type": _("Kind"),
    "user_id": _("Number of the person"),
    "signal": _("Signal"),
    "values": _("New values"),
    "country": _("Country"),
    "title": _("Title"),
    "digest": _("Digest"),
    "in_force_from": _("In force from"),
    "version": _("Version"),
    "version_id": _("Number of the version"),
    "what": _("What"),
    "window_days": _("Days of the window"),
    "withdrawal": _("Withdrawal factor"),
    "withdrawal_least": _("Smallest withdrawal"),
    "withdrawal_most": _("Largest withdrawal"),
    "xact": _("Transaction of the database"),
    "zone": _("Time zone"),
    "days": _("Days"),
    "begins": _("From"),
    "ends": _("Until"),
    "place": _("Order"),
    "endpoint_id": _("Number of the endpoint"),
    "set_by_id": _("Set by"),
    "set_at": _("Set at"),
    "ended_at": _("Ended at"),
}
PAGES: Final[Mapping[str, Words]] = {
    "account": _("account"),
    "act": _("form about the player"),
    "dispute": _("dispute"),
    "gate": _("the gate before play"),
    "hand": _("hand"),
    "limits": _("limits of the player"),
    "movements": _("movements in a file"),
    "payment": _("payment"),
    "profile": _("profile"),
    "replay": _("replay of a hand"),
    "shoe": _("shoe"),
    "timeline": _("history"),
    "visits": _("visits"),
    "void": _("case of a void"),
}
_BARRED: Final[Mapping[str, Words]] = {
    "address_missing": _("no residential address"),
    "document_expired": _("the document has expired"),
    "email_not_confirmed": _("the email address is not confirmed"),
    "not_verified": _("not verified"),
    "player_stopped": _("the player's play is stopped"),
    "register_listed": _("listed in the exclusion register"),
    "register_out_of_date": _("the exclusion register is too old"),
    "register_unchecked": _("not compared with the exclusion register yet"),
    "register_unanswered": _("the exclusion register does not answer"),
    "location_country": _("in another country"),
    "location_unknown": _("the country is not known"),
    "location_unanswered": _("the location was not found"),
    "sanctions_match": _("possibly on the sanctions list"),
    "sanctions_out_of_date": _("the sanctions list is too old"),
    "sanctions_unanswered": _("the sanctions list does not answer"),
    "staff": _("staff do not play"),
    "under_age": _("under age"),
}
_PLAYED: Final[Mapping[str, Words]] = {
    "basic_strategy": _("the chart"),
    "hit_or_stand": _("the chart, without doubling or splitting"),
    "stand": _("standing"),
}
_CLOCKS: Final[Mapping[str, Words]] = {"database": _("database"), "machine": _("machine")}
_BETS: Final[Mapping[str, Words]] = {
    HAND: _("Hand"),
    INSURANCE: _("Insurance"),
    **{f"{SIDE}{name}": words for name, words in SIDE_BETS.items()},
}
_PROFILE_FIELDS: Final[Mapping[str, Words]] = {
    name: definition.label for name, definition in FIELDS.items()
}
_MISMATCHES: Final[Mapping[str, Words]] = {
    "above own limit": _("paid above the player's limit for deposits: it goes back"),
    "another content": _("the same event with another content"),
    "ended otherwise": _("it ended otherwise before"),
    "excluded": _("paid while the player is excluded: it goes back"),
    "mismatch": _("another amount or another person"),
    "not told to pay": _("nobody had requested this payment"),
    "unknown": _("no such payment"),
}

Formatter = Callable[[str], str]


def _of(known: type[Choices] | Mapping[str, Words]) -> Formatter:
    """A function from a stored choice to its label; unknown values pass unchanged."""
    words = known if isinstance(known, Mapping) else dict(known.choices)
    return lambda value: str(words.get(value, value))


_OF_TABLES: Final[Mapping[str, Formatter]] = {
    "before": _of(Table.Status),
    "after": _of(Table.Status),
    "unusual": _of(_BETS),
    "profile_fields": _of(_PROFILE_FIELDS),
}
_OF_CASH_LIMITS: Final[Mapping[str, Formatter]] = {"name": _of(CashLimitKind)}
_LISTS: Final[Mapping[str, Formatter]] = {"list": _of(ListLoad.Kind)}
_OF_SWITCHES: Final[Mapping[str, Formatter]] = {"what": _of(Switching.What)}


def _in_usd(value: str) -> str:
    """An amount in USD; an invalid value unchanged."""
    try:
        return format_money(Money.parse(value, BASE_CURRENCY))
    except Refusal:
        return value


def localize_decimal(value: str) -> str:
    """Return a decimal number in the reader's format; other text unchanged."""
    return str(formats.number_format(Decimal(value))) if _DECIMAL.fullmatch(value) else value


_ANSWERS: Final[Mapping[str, Words]] = {
    "go_on": _("Go on"),
    "break": _("Take a break"),
    "leave": _("Leave the table"),
}
_ALWAYS: Final[Mapping[str, Formatter]] = {
    "reason": translate_reason,
    "note": translate_reason,
    "usd": _in_usd,
    "from_usd": _in_usd,
    "rate": localize_decimal,
    "in_effect": localize_decimal,
}
_BY_KIND: Final[Mapping[EventKind, Mapping[str, Formatter]]] = {
    EventKind.ACCOUNT_STATE_CHANGED: {"from": _of(State), "to": _of(State)},
    EventKind.CALLBACK_MISMATCH: {"why": _of(_MISMATCHES)},
    EventKind.CLOCK_JUMPED: {"clock": _of(_CLOCKS)},
    EventKind.CONFIGURATION_ALTERED: {"operation": _of(Operation)},
    EventKind.IDENTITY_VERIFIED: {"method": _of(VerificationMethod)},
    EventKind.LIFTING_DECIDED: {"kind": _of(Restriction.Kind)},
    EventKind.LIFTING_PROPOSED: {"kind": _of(Restriction.Kind)},
    EventKind.PLACE_REOPENED: {"ended": _of(Shoe.Status)},
    EventKind.RESTORE_FOUND: {"code": _of(Restore.Cause)},
    EventKind.SHOE_RETIRED: {"ended": _of(Shoe.Status)},
    EventKind.LIST_LOADED: _LISTS,
    EventKind.LIST_OUT_OF_DATE: _LISTS,
    EventKind.LIST_REFUSED: _LISTS,
    EventKind.PLAYER_RESTRICTED: {"kind": _of(Restriction.Kind)},
    EventKind.PLAYER_EXCLUDED_SELF: {"kind": _of(Restriction.Kind)},
    EventKind.DEPOSIT_ANSWERED: {"kind": _of(DepositAnswer.Kind)},
    EventKind.PLAYER_VIEWED: {"page": _of(PAGES)},
    EventKind.PLAY_REFUSED: {"code": _of({**dict(State.choices), **_BARRED})},
    EventKind.REALITY_CHECK_ANSWERED: {"answer": _of(_ANSWERS)},
    EventKind.REGISTRATION_REFUSED: {"code": _of(_BARRED)},
    EventKind.RETURN_UNLIKELY: {"bet": _of(_BETS)},
    EventKind.TABLE_RULES_WAIT: {"profile_fields": _of(_PROFILE_FIELDS)},
    EventKind.ROUND_CANCELLED: {"found": _of({kind.value: words for kind, words in WORDS.items()})},
    EventKind.ROUND_PLAYED_BY_HOUSE: {"play": _of(_PLAYED)},
    EventKind.STAFF_CREATED: {"roles": _of(Role)},
    EventKind.STAFF_ROLES_CHANGED: {"roles": _of(Role)},
    EventKind.TABLE_CLOSED: _OF_TABLES,
    EventKind.TABLE_OPENED: _OF_TABLES,
    EventKind.CASH_LIMIT_PROPOSED: _OF_CASH_LIMITS,
    EventKind.CASH_LIMIT_DECIDED: _OF_CASH_LIMITS,
    EventKind.PLAY_STOPPED: _OF_SWITCHES,
    EventKind.PLAY_RESUMED: _OF_SWITCHES,
}
_BY_BEGINNING: Final[Mapping[str, Mapping[str, Formatter]]] = {
    "correction_": {"kind": _of(CorrectionKind)},
    "document_": {"shows": _of(Upload.Kind)},
    "dispute_": {"about": _of(DisputeSubject), "outcome": _of(DisputeOutcome)},
    "ledger_finding_": {"line": translate_line, "row": translate_row},
    "limit_": {
        "kind": _of(limits.LimitKind),
        "period": _of(limits.LimitPeriod),
        "before": event_limit_text,
        "after": event_limit_text,
    },
    "table_rules_": {
        "before": _of(VersionState),
        "after": _of(VersionState),
        "accepted": _of(_BETS),
    },
    "void_": {"kind": _of(CaseKind), "reason": _of(CaseReason)},
    "withdrawal_": {"state": _of(WithdrawalState)},
}
_OF_OTHERS: Final[dict[str, Mapping[str, Formatter]]] = {}


def register_formatters(kinds: Iterable[EventKind], formatters: Mapping[str, Formatter]) -> None:
    """Register the value formats of events that a higher-level app defines."""
    for kind in kinds:
        _OF_OTHERS[kind] = formatters


def event_field_label(name: str) -> str:
    """Return the label of an event's field."""
    if name in LINES:  # ledger checks report the number of failing rows per line
        return translate_line(name)
    return str(LABELS[name]) if name in LABELS else capfirst(name.replace("_", " "))


def format_event_value(kind: str, name: str, value: object) -> object:
    """Return a value of an event's field in words if its format is known; else unchanged."""
    if name == "tiers" and isinstance(value, list):
        return [tier_text(one) for one in value]
    told = _telling(kind).get(name)
    if told is None:
        return value
    if isinstance(value, list):
        return [told(one) if isinstance(one, str) else one for one in value]
    return told(value) if isinstance(value, str) else value


def _telling(kind: str) -> Mapping[str, Formatter]:
    beginning = next((words for name, words in _BY_BEGINNING.items() if kind.startswith(name)), {})
    of_kind = _BY_KIND[EventKind(kind)] if kind in _BY_KIND else _OF_OTHERS.get(kind, {})
    return {**_ALWAYS, **beginning, **of_kind}


def format_column_value(field: "Field[object, object] | None", value: object) -> object:
    """Return a value of a column in words if it is a choice or a reason; else unchanged."""
    if field is None or not isinstance(value, str):
        return value
    if field.name in _ALWAYS:
        return _ALWAYS[field.name](value)
    return str(dict(field.flatchoices).get(value, value))
