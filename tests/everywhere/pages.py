"""Every address that shows a page, and who visits it; a new address needs a line here.

`PLAYERS` lists the players' addresses. The matrix (tests/matrix/pages.py) lists those of staff and
says who opens them; if one names a row, `house.py` has to create it. `NO_PAGE` lists addresses that
show no page, and says what they are.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.urls import get_resolver, reverse

from api.urls import urlpatterns as api_routes
from tests.everywhere.house import House
from tests.matrix.data import NOWHERE, Address, _walk
from tests.matrix.pages import PAGES

STRANGER, PLAYER, GUARDED = "stranger", "player", "guarded"

PLAYERS: Final[Mapping[str, str]] = {
    # without an account
    "casino:lobby": STRANGER,
    "casino:help": STRANGER,
    "casino:table_help": STRANGER,
    "casino:strategy": STRANGER,
    "casino:fairness": STRANGER,
    "casino:log": STRANGER,
    "casino:verify": STRANGER,
    "casino:verify_shared": STRANGER,
    "api:docs": STRANGER,
    "accounts:documents": STRANGER,
    "accounts:document": STRANGER,
    "accounts:document_version": STRANGER,
    "accounts:document_changes": STRANGER,
    "account_login": STRANGER,
    "account_signup": STRANGER,
    "account_inactive": STRANGER,
    "account_email_verification_sent": STRANGER,
    "account_confirm_email": STRANGER,
    "account_reset_password": STRANGER,
    "account_reset_password_done": STRANGER,
    "account_reset_password_from_key": STRANGER,
    "account_reset_password_from_key_done": STRANGER,
    "account_invitation": STRANGER,
    # play
    "casino:table": PLAYER,
    "casino:live_table": PLAYER,
    "casino:table_fairness": PLAYER,
    "casino:history": PLAYER,
    "casino:round": PLAYER,
    "casino:round_rules": PLAYER,
    "casino:replay": PLAYER,
    "results:statistics": PLAYER,
    "loyalty:points": PLAYER,
    "casino:shoe": PLAYER,
    # money
    "wallet:bank": PLAYER,
    "wallet:deposit": PLAYER,
    "wallet:withdraw": PLAYER,
    "wallet:close": PLAYER,
    "wallet:receipt": PLAYER,
    "wallet:statement": PLAYER,
    "wallet:exchange": PLAYER,
    "wallet:exchange_receipt": PLAYER,
    # protection, messages
    "protection:hub": STRANGER,
    "protection:time_out": PLAYER,
    "protection:exclude": PLAYER,
    "protection:return": PLAYER,
    "protection:reality": PLAYER,
    "casino:own_limits": PLAYER,
    "casino:session_plan": PLAYER,
    "casino:last_games": PLAYER,
    "messages:list": PLAYER,
    "messages:message": PLAYER,
    "contact:contact": PLAYER,
    "contact:dispute": PLAYER,
    # own account
    "accounts:account": PLAYER,
    "accounts:identity": PLAYER,
    "accounts:sessions": PLAYER,
    "connections:list": PLAYER,
    "own_data:page": PLAYER,
    "accounts:options": PLAYER,
    "account_email": PLAYER,
    "account_logout": PLAYER,
    "account_reauthenticate": PLAYER,
    "account_change_password": PLAYER,
    "mfa_activate_totp": PLAYER,
    "mfa_index": GUARDED,
    "mfa_list_webauthn": GUARDED,
    "mfa_add_webauthn": GUARDED,
    "mfa_reauthenticate": GUARDED,
    "mfa_deactivate_totp": GUARDED,
    "mfa_view_recovery_codes": GUARDED,
    "mfa_generate_recovery_codes": GUARDED,
}

SEEN_SIGNED_IN_TOO: Final = {
    *("casino:lobby", "casino:help", "casino:table_help", "casino:strategy"),
    *("casino:fairness", "casino:verify", "protection:hub"),
}
"""Public pages that show more, or another header, to a signed-in player."""

NO_PAGE: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("casino:bet", "casino:action", "casino:hint", "casino:client_seed", "casino:change_shoe"),
        "takes a form of the table",
    ),
    **dict.fromkeys(
        (
            f"casino:live_{name}"
            for name in (
                "take",
                "leave",
                "sit_out",
                "ready",
                "client_seed",
                "wait",
                "bet",
                "withdraw",
                "action",
                "answer",
                "early",
            )
        ),
        "takes a form of casino:live_table",
    ),
    **dict.fromkeys(
        ("casino:live_open", "casino:live_seal"), "answers the script of casino:live_table"
    ),
    **dict.fromkeys(
        ("casino:live_felt", "casino:live_own", "casino:live_stream"), "a part of casino:live_table"
    ),
    "casino:reality": "takes the answer of casino:table",
    "casino:transcript": "a file",
    **dict.fromkeys(
        (f"api:{route.name}" for route in api_routes if route.name != "docs"),
        "JSON: tests/api",
    ),
    "connections:disconnect": "takes a button of connections:list",
    **dict.fromkeys(
        (
            f"idp:oidc:{name}"
            for name in (
                *("configuration", "metadata", "jwks", "token", "revoke"),
                *("userinfo", "device_code", "logout"),
            )
        ),
        "JSON for registered apps: tests/api/test_apps.py",
    ),
    "idp:oidc:authorization": "only with the request of an app: tests/api/test_consent.py",
    "casino:history_file": "a file",
    "own_data:copy": "a file",
    "loyalty:preview": "takes the form of loyalty:points: tests/loyalty/test_points_page.py",
    "loyalty:redeem": "takes the form of loyalty:preview",
    "messages:read_all": "takes the button of messages:list",
    **dict.fromkeys(
        ("accounts:send_document", "accounts:give_details", "accounts:give_address"),
        "takes a form of accounts:identity",
    ),
    "accounts:accept": "only after a change that matters: tests/accounts/test_policies.py",
    "accounts:end_session": "takes a button of accounts:sessions",
    **dict.fromkeys(
        ("mfa_edit_webauthn", "mfa_remove_webauthn", "mfa_reauthenticate_webauthn"),
        "only of a passkey that a browser has made: tests/accounts/test_passkeys.py",
    ),
    "mfa_login_webauthn": "answers the script of account_login",
    "casino:log_line": "a file",
    "casino:log_lines": "a file",
    "wallet:statement_file": "a file",
    "mfa_download_recovery_codes": "a file",
    "wallet:callback": "a provider's",
    "wallet:confirm_exchange": "takes the form of wallet:exchange",
    "accounts:sounds": "takes the button of casino:table",
    "set_language": "takes the form of every page's foot",
    "account_set_password": "leads elsewhere: every player has a password",
    "account_confirm_login_code": "leads elsewhere: nobody signs in by a mailed code",
    "mfa_authenticate": "only between password and code: tests/accounts/test_login.py",
    "admin:index": "the overview's address: the frame's own page is never reached",
    "admin:search": "a fragment of the frame",
    "admin:login": "leads elsewhere",
    "admin:logout": "leads elsewhere",
    "admin:password_change": "leads elsewhere",
    "admin:password_change_done": "only after a change, which is made elsewhere",
    "admin:autocomplete": "nothing is registered",
    "admin:jsi18n": "a script",
    "admin:view_on_site": "nothing is registered",
    "cash:account_statement": "a file",
    "events:verifier": "a program for whoever checks exported events",
    "players:paper": "a file",
    "reports:archived_file": "a file",
    "reports:download": "a file",
    "tables:find_player": "leads to tables:player",
    "tables:preview": "takes the form of tables:edit",
}
FRAGMENTS: Final = {
    "tables:figures",
    "hands:decisions",
    "voids:progress",
    "tiers:counted",
    "cases:progress",
}
"""Parts of pages, which are checked as part of those pages."""
READERS: Final[Mapping[str, str]] = {"reports:file": "u"}
"""Reader of pages about one person's own rows."""
STEP_READERS: Final[Mapping[tuple[str, str], str]] = {("tables:step", "propose"): "o"}
"""Readers of steps that require a right of their own."""
OPERATORS_TOO: Final = {
    f"tables:{one}" for one in ("overview", "house", "table", "family", "version")
}
"""Pages that offer an operator what they do not offer a manager."""
_MOST_RIGHTS_FIRST: Final = "mocalpus"


@dataclass(frozen=True, slots=True)
class Visit:
    """One person's visit to one page."""

    name: str
    path: str
    who: str

    @property
    def is_of_players(self) -> bool:
        """True if the reader is not staff."""
        return self.who in {STRANGER, PLAYER, GUARDED}


def addresses() -> list[Address]:
    """Return every address, once per name."""
    found = [one for one in _walk(get_resolver(), "", "", {}) if (one.name, one.route) != NOWHERE]
    return list({one.name: one for one in found}.values())


def visits(house: House) -> Iterator[Visit]:
    """Yield a visit to every page for each reader who may open it."""
    for one in addresses():
        if one.name in NO_PAGE:
            continue
        readers = _readers(one.name)
        if not readers:
            continue
        asked = house.at.get(one.name, {})
        for arguments in asked if isinstance(asked, tuple) else (asked,):
            path = reverse(one.name, kwargs=dict(arguments))
            step = str(arguments.get("name", ""))
            of_page = STEP_READERS.get((one.name, step), readers)
            yield from (Visit(one.name, path, who) for who in of_page)


def once(house: House) -> list[Visit]:
    """Return one visit per page and kind of reader; for staff, by the role with the most rights there.

    On the pages of OPERATORS_TOO, operators count as a kind of their own.
    """
    readers: dict[tuple[str, str], Visit] = {}
    for visit in visits(house):
        apart = visit.is_of_players or (visit.who == "o" and visit.name in OPERATORS_TOO)
        page = visit.path, visit.who if apart else "staff"
        known = readers.get(page)
        if known is None or _rank(visit.who) < _rank(known.who):
            readers[page] = visit
    return list(readers.values())


def _rank(who: str) -> int:
    return _MOST_RIGHTS_FIRST.find(who)


def _readers(name: str) -> list[str]:
    """Return who opens a page; no staff if the address only takes forms."""
    if name in PLAYERS:
        return [PLAYERS[name], *((PLAYER,) if name in SEEN_SIGNED_IN_TOO else ())]
    return [letter for letter in READERS.get(name, PAGES[name].opens) if letter != "."]
