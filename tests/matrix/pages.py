"""The matrix of backoffice.md for every address of the back office; a new address needs a line here.

A line has two strings of eight letters, in the order of `ROLES` ("oamcuslp"): the roles that may open
the page and those that may send it something. A dot excludes the role. Empty `sends`: the address
takes no POST. Empty `opens`: it takes nothing else. A role with neither right gets 403.

If an address names a row, `at` maps its arguments to keys of `samples` in `data.py`; without `at`
the arguments name nothing, and an admitted role gets 404. `reads` is the status of an admitted GET.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from accounts.roles.values import Role

ALL: Final = "oamcuslp"  # includes staff without a role
ROLES: Final[Mapping[str, Role]] = {
    "o": Role.OPERATOR,
    "a": Role.COMPLIANCE_ANALYST,
    "m": Role.COMPLIANCE_MANAGER,
    "c": Role.CASHIER,
    "u": Role.AUDITOR,
    "s": Role.ADMINISTRATOR,
    "l": Role.LAUNDERING_OFFICER,
    "p": Role.PROTECTION_OFFICER,
}


@dataclass(frozen=True, slots=True)
class Page:
    """Expected access to one address."""

    opens: str = ""
    sends: str = ""
    at: Mapping[str, str] = field(default_factory=dict)
    reads: int = 0  # 0 means 200, or 404 if the address has arguments and no sample
    takes: int = 0  # status of a POST that is the same for everyone

    def __post_init__(self) -> None:
        for letters in (self.opens, self.sends):
            known = len(letters) in (0, len(ALL))
            if not known or any(
                one not in (".", role) for one, role in zip(letters, ALL, strict=False)
            ):
                raise ValueError(letters)


PAGES: Final[Mapping[str, Page]] = {
    # admin frame; no model is registered, so there are no change lists
    "overview": Page(ALL),
    "admin:index": Page(ALL),  # the overview, whose route comes before the admin's
    "admin:search": Page(ALL, reads=404, takes=404),
    "admin:login": Page(ALL, ALL, reads=302),
    "admin:logout": Page(ALL, ALL, reads=302),
    "admin:password_change": Page(ALL, ALL, reads=302),
    "admin:password_change_done": Page(ALL),
    "admin:autocomplete": Page(takes=405),
    "admin:jsi18n": Page(ALL),
    "admin:view_on_site": Page(ALL, ALL),
    # cash
    "cash:desk": Page(".amcu.lp"),
    "cash:record": Page("...c....", "...c...."),
    "cash:deposit": Page(".amcu.lp", ".amcu.lp"),  # each step checks its own right: services.py
    "cash:withdrawal": Page(".amcu.lp", ".amcu.lp"),
    "cash:account": Page(".amcu.lp", at={"pk": "player"}),
    "cash:close": Page("", ".am.....", at={"pk": "player"}),
    "cash:pay_back": Page("", ".am.....", at={"pk": "player"}),
    "cash:allow_deposits": Page("", ".a....l.", at={"pk": "player"}),
    "cash:account_statement": Page(".amcu.lp", at={"pk": "player"}),
    "cash:correct": Page("...c....", "...c...."),
    "cash:correction": Page(".amcu.lp", at={"pk": "correction"}),
    "cash:decide_correction": Page("", "..m.....", at={"pk": "correction"}),
    "cash:reverse": Page("...c....", "...c....", reads=200),
    "cash:findings": Page(".amcu.lp", "...c...."),
    "cash:decide_finding": Page("", "..m....."),
    "cash:archive": Page("oam.u.lp", "o.m....."),
    "cash:decide_detachment": Page("", "..m....."),
    "cash:taxes": Page(".amcu.lp", "...c...."),
    "cash:decide_tax_payment": Page("", "..m....."),
    "cash:providers": Page(".amcu.lp", "...c...."),
    "cash:limits": Page("oam.u...", "o......."),
    "cash:decide_limit": Page("", "..m....."),
    # tables and rule sets
    "tables:overview": Page("oam.u..p"),
    "tables:house": Page("oam.u..p", "o......."),
    "tables:find_player": Page("oam.u..p", reads=422),
    "tables:player": Page("oam.u..p", ".am....p", at={"pk": "player"}),
    "tables:decide_limits": Page("", "..m....."),
    "tables:new_table": Page("o.......", "o......."),
    "tables:table": Page("oam.u..p", "o.......", at={"pk": "table"}),
    "tables:switch": Page("", "o.m.....", at={"pk": "table"}),
    "tables:decide_change": Page("", "..m....."),
    "tables:new_family": Page("o.......", "o......."),
    "tables:family": Page("oam.u..p", at={"pk": "family"}),
    "tables:draft": Page("", "o.......", at={"pk": "family"}),
    "tables:version": Page("oam.u..p", at={"pk": "version"}),
    "tables:edit": Page("o.......", "o......."),
    "tables:preview": Page("o.......", "o......."),
    "tables:figures": Page("oam.u..p", "o.......", at={"pk": "version"}),
    "tables:step": Page("oam.u..p", "oam.u..p"),  # each step checks its own right: services.py
    # staff accounts
    "people:list": Page("....us.."),
    "people:new": Page(".....s..", ".....s.."),
    "people:review": Page("....us..", ".....s.."),
    "people:person": Page("....us..", at={"pk": "staff"}),
    "people:roles": Page("", ".....s..", at={"pk": "staff"}),
    "people:changes": Page("..m..s.."),
    "people:decide": Page("", "..m..s.."),
    "people:address": Page("", ".....s..", at={"pk": "staff"}),
    "people:invite": Page("", ".....s..", at={"pk": "staff"}),
    "people:reset": Page("", ".....s..", at={"pk": "staff"}),
    "people:sessions": Page("", ".....s..", at={"pk": "staff"}),
    "people:state": Page("", ".....s..", at={"pk": "staff"}),
    # service keys
    "keys:list": Page("....us.."),
    "keys:new": Page(".....s..", ".....s.."),
    "keys:key": Page("....us.."),
    "keys:rotate": Page("", ".....s.."),
    "keys:revoke": Page("", ".....s.."),
    # webhooks
    "webhooks:list": Page("o.m.us.."),
    "webhooks:new": Page(".....s..", ".....s.."),
    "webhooks:endpoint": Page("o.m.us.."),
    "webhooks:change": Page(".....s..", ".....s.."),
    "webhooks:switch": Page("", ".....s.."),
    "webhooks:rotate": Page("", ".....s.."),
    "webhooks:test": Page("", ".....s.."),
    "webhooks:replay": Page("", ".....s.."),
    "webhooks:delivery": Page("o.m.us.."),
    "webhooks:resend": Page("", ".....s.."),
    "webhooks:networks": Page("o.m.us.."),
    "webhooks:propose_network": Page("", ".....s.."),
    "webhooks:decide_network": Page("", "..m..s.."),
    "webhooks:end_network": Page("", "..m..s.."),
    # registered apps
    "apps:list": Page("..m.us.."),
    "apps:new": Page(".....s..", ".....s.."),
    "apps:app": Page("..m.us.."),
    "apps:secret": Page("", ".....s.."),
    "apps:revoke": Page("", ".....s.."),
    "apps:propose": Page("", ".....s.."),
    "apps:stop": Page("", ".....s.."),
    "apps:decide": Page("", "..m..s.."),
    # switches
    "restores:page": Page("oam.u...", "o.m....."),
    "restores:decide": Page("", "..m....."),
    "alarms:duty": Page("oam.u.lp", "..m....."),
    "alarms:end": Page("", "..m....."),
    "alarms:watched": Page("oam.u.lp"),
    "builds:page": Page("oam.u.lp"),
    "builds:build": Page("oam.u.lp", "o.m....."),
    "builds:decide": Page("", "..m....."),
    "switches:overview": Page("oam.u..."),
    "switches:house": Page("", "..m....."),
    "switches:rules": Page("", "..m.....", at={"pk": "family"}),
    "switches:table": Page("", "o.m.....", at={"pk": "table"}),
    "switches:box": Page("", "o.m.....", at={"pk": "table"}),
    "switches:find_player": Page("", ".am....."),
    "switches:player": Page("", ".am.....", at={"pk": "player"}),
    # players
    "players:list": Page("oamcu.lp"),
    "players:by_document": Page("oamcu.lp", "oamcu.lp"),
    "players:liftings": Page("oamcu.lp"),
    "players:decide_lifting": Page("", "..m....."),
    "players:erase": Page(".am...lp", ".am...lp", at={"pk": "player"}),
    "erasure:list": Page("oamcu.lp"),
    "erasure:decide": Page("", "..m....."),
    "players:resets": Page("oamcu.lp"),
    "players:decide_reset": Page("", "..m....."),
    "players:stop_reset": Page("", ".am...lp"),
    "players:reset": Page(".am...lp", ".am...lp", at={"pk": "player"}),
    "players:doubles": Page("oamcu.lp"),
    "players:decide_double": Page("", ".am...lp"),
    "gate:lists": Page("oam.u.lp", ".am...lp"),
    "gate:player": Page("oamcu.lp", at={"pk": "player"}),
    "gate:matches": Page("oamcu.lp"),
    "gate:propose": Page("", ".am...lp"),
    "gate:decide": Page("", "..m....."),
    "players:documents": Page(".am...lp"),
    "players:papers": Page(".am...lp", at={"pk": "player"}),
    "players:refuse_papers": Page("", ".am...lp", at={"pk": "player"}),
    "players:paper": Page(".am...lp"),
    "players:player": Page("oamcu.lp", at={"pk": "player"}),
    "players:timeline": Page("oamcu.lp", at={"pk": "player"}),
    "players:visits": Page("oamcu.lp", at={"pk": "player"}),
    "players:suspend": Page(".am...lp", ".am...lp", at={"pk": "player"}),
    "players:exclude": Page(".am...lp", ".am...lp", at={"pk": "player"}),
    "players:lock": Page(".am...lp", ".am...lp", at={"pk": "player"}),
    "players:lift": Page(".am...lp", ".am...lp"),
    "players:verify": Page(".am...lp", ".am...lp", at={"pk": "player"}),
    "players:number": Page(".am...lp", ".am...lp", at={"pk": "player"}),
    "players:address": Page(".am...lp", ".am...lp", at={"pk": "player"}),
    "players:verify_address": Page(".am...lp", ".am...lp", at={"pk": "player"}),
    "players:person": Page(".am...lp", ".am...lp", at={"pk": "player"}),
    "players:house_limits": Page(".am....p", ".am....p", at={"pk": "player"}),
    "players:note": Page(".am...lp", ".am...lp", at={"pk": "player"}),
    "players:free_sign_in": Page(".am...lp", ".am...lp", at={"pk": "player"}),
    "players:test_account": Page("..m.....", "..m.....", at={"pk": "player"}),
    # rates
    "rates:overview": Page("oam.u..."),
    "rates:enter": Page("o.......", "o......."),
    "rates:waiting": Page("oam.u..."),
    "rates:decide": Page("", "..m....."),
    "rates:ask_recall": Page("", "o......."),
    "rates:decide_recall": Page("", "..m....."),
    "rates:import": Page("o.......", "o......."),
    "rates:confirm_import": Page("", "o......."),
    "rates:rules": Page("oam.u..."),
    "rates:propose_max_age": Page("", "o......."),
    "rates:propose_spread": Page("", "o......."),
    "rates:decide_max_age": Page("", "..m....."),
    "rates:decide_spread": Page("", "..m....."),
    "rates:history": Page("oam.u...", at={"currency": "currency"}),
    # tiers
    "standards:board": Page("oam.u..."),
    "standards:file": Page("", "oam.u..."),
    "standards:look": Page("", "oam.u...", at={"number": "standard"}),
    "profiles:list": Page("oam.u..."),
    "profiles:new": Page("o.......", "o......."),
    "profiles:fields": Page("o.......", "o......."),
    "profiles:version": Page("oam.u...", at={"pk": "profile"}),
    "profiles:decide": Page("", "..m.....", at={"pk": "profile"}),
    "policies:list": Page("oam.u..."),
    "policies:new": Page("o.......", "o.......", at={"kind": "policy_kind"}),
    "policies:version": Page("oam.u...", at={"pk": "policy"}),
    "policies:decide": Page("", "..m.....", at={"pk": "policy"}),
    "tiers:list": Page("oam.u..."),
    "tiers:new": Page("o.......", "o......."),
    "tiers:set": Page("oam.u...", at={"pk": "tiers"}),
    "tiers:count": Page("", "o.m.....", at={"pk": "tiers"}),
    "tiers:decide": Page("", "..m.....", at={"pk": "tiers"}),
    "tiers:counted": Page("oam.u..."),
    # reports
    "reports:index": Page("oamcu.lp"),  # cashiers see their own till only
    "reports:report": Page("oamcu.lp"),  # as above
    "reports:archive": Page("oam.u.lp"),
    "reports:archived_day": Page("oam.u.lp", "oam....."),
    "reports:archived_file": Page("oam.u.lp"),
    "reports:decide_review": Page("", "..m....."),
    "reports:till": Page("...c...."),
    "reports:export": Page(
        "oamcu.lp", "oamcu.lp"
    ),  # each source checks its rights: test_exports.py
    "reports:files": Page("oamcu.lp"),
    "reports:file": Page("oamcu.lp"),
    "reports:download": Page("oamcu.lp"),
    "reports:cancel": Page("", "oamcu.lp"),
    # events and integrity; only roles that are responsible for alarms mark them
    "events:list": Page("oam.u.lp"),
    "events:event": Page("oam.u.lp", "oam.u.lp"),  # marking checks its own right: services.py
    "events:changes": Page("oam.u.lp"),
    "events:change": Page("oam.u.lp"),
    "looks:list": Page("oam.u.lp"),
    "events:integrity": Page("oam.u.lp", "oam.u.lp"),
    "events:chain_file": Page("", "oam.u.lp"),
    "events:verifier": Page("oam.u.lp"),
    # hands and shoes
    "hands:list": Page("oam.u.lp"),
    "hands:hand": Page("oam.u.lp", at={"round_id": "round"}),
    "hands:decisions": Page("oam.u.lp", "oam.u.lp", at={"round_id": "round"}),
    "hands:replay": Page("oam.u.lp"),
    "shoes:list": Page("oam.u.lp"),
    "shoes:shoe": Page("oam.u.lp"),
    "shoes:prove": Page("", "oam.u.lp"),
    "shoes:transcript": Page("", "oam.u.lp"),
    # rounds in progress
    "live:tables": Page("oam.u..p"),
    "live:table": Page("oam.u..p", "o.m....."),
    "live:switch_table": Page("", "o.m....."),
    "live:switch_box": Page("", "o.m....."),
    "rounds:list": Page("oam.u..p"),
    "rounds:cancel": Page("o.m.....", "o.m.....", at={"round_id": "round"}),
    "rounds:decide": Page("", "..m....."),
    "rounds:reopen": Page("o.m.....", "o.m.....", reads=200),
    # cases; each kind has its own readers: tests/cases
    "cases:queue": Page(".am.u.lp"),
    "cases:next": Page("", ".am...lp"),
    "cases:new": Page(".am...lp", ".am...lp"),
    "cases:save_view": Page("", ".am.u.lp"),
    "cases:delete_view": Page("", ".am.u.lp"),
    "cases:holds": Page(".am.u.lp"),
    "cases:propose_release": Page("", ".am...lp"),
    "cases:propose_refusal": Page("", ".am...lp"),
    "cases:decide_release": Page("", "..m....."),
    "cases:signals": Page(".am.u.l."),
    "cases:signal": Page(".am.u.l.", ".a......"),
    "cases:decide_thresholds": Page("", "..m....."),
    "cases:withdraw_thresholds": Page("", ".a......"),
    "cases:flag_changes": Page(".am.u.l."),
    "cases:progress": Page(".am.u.l."),
    "cases:mutes": Page(".am.u.lp"),
    "cases:player_mutes": Page(".am.u.lp", ".am...lp", at={"pk": "player"}),
    "cases:end_mute": Page("", ".am...lp"),
    "cases:case": Page(".am.u.lp"),
    "cases:evidence": Page(".am.u.lp"),
    "cases:assign": Page("", ".am...lp"),
    "cases:close": Page("", ".am...lp"),
    "cases:contact": Page("", ".am...lp"),
    "cases:decide": Page("", ".am...lp"),
    "cases:documents": Page("", ".am...lp"),
    "cases:end_restriction": Page("", ".am....p"),
    "cases:escalate": Page("", ".am...lp"),
    "cases:file": Page("", ".am.u.lp"),
    "cases:hold": Page("", ".a....l."),
    "cases:link": Page("", ".am...lp"),
    "cases:note": Page("", ".am...lp"),
    "cases:reopen": Page("", ".am...lp"),
    "cases:report": Page("", ".am...lp"),
    "cases:report_file": Page("", ".am...lp"),
    "cases:play": Page("", ".am....p"),
    "cases:void": Page(".a....l.", ".a....l."),
    "cases:wait": Page("", ".am...lp"),
    # voids
    "disputes:list": Page(".am.u..."),
    "disputes:reopen": Page("", ".am....."),
    "disputes:dispute": Page(".am.u...", ".am....."),
    "voids:list": Page(".am.u.l."),
    "voids:new": Page(".a....l.", ".a....l."),
    "voids:case": Page(".am.u.l."),
    "voids:progress": Page(".am.u.l."),
    "voids:decide": Page("", "..m....."),
    "voids:withdraw": Page("", ".a....l."),
    "voids:follow": Page(".a....l.", ".a....l."),
}
