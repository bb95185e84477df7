"""The matrix over every service that staff act through, written out: a new one needs a line here.

A service is a public function with a parameter of `ACTORS`. Its line says whose word it takes (as in `pages.py`); it asks for
the right before it looks at anything else, so that it can be asked about nothing. `given` is for what its right depends on (keys
of `House.samples`); such a service has a line for each, told apart by words in brackets.
`INNER` are steps of services: they are called by who has asked already, and each says by whom.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

ACTORS: Final = ("by", "acting_user", "actor", "author", "approver", "proposer", "staff")


@dataclass(frozen=True, slots=True)
class Service:
    """Whose word it takes."""

    takes: str
    given: Mapping[str, Any] = field(default_factory=dict)


SERVICES: Final[Mapping[str, Service]] = {
    "accounts.staffing.services.create": Service(".....s"),
    "accounts.staffing.services.renew_invitation": Service(".....s"),
    "accounts.staffing.services.change_roles": Service(".....s"),
    "accounts.staffing.services.reset_second_factor": Service(".....s"),
    "accounts.staffing.services.end_sessions": Service(".....s"),
    "accounts.staffing.services.set_state": Service(".....s"),
    "accounts.staffing.services.review": Service(".....s"),
    "accounts.restrictions.impose": Service(".am..."),
    "accounts.restrictions.propose_lifting": Service(".am..."),
    "accounts.restrictions.decide_lifting": Service("..m..."),
    "accounts.services.verify_identity": Service(".am..."),
    "reports.services.exports.ask": Service("oamcu."),
    "reports.services.exports.at_once": Service("oamcu."),
    "reports.services.exports.cancel": Service("oamcu."),
    "reports.services.exports.fetch": Service("oamcu."),
    "reports.services.exports.screen": Service("oamcu."),
    "compliance.players.services.acts.note": Service(".am..."),
    "compliance.players.services.acts.forget_failures": Service(".am..."),
    "compliance.players.services.acts.mark_test_account": Service("..m..."),
    "compliance.build.services.verify": Service("oam.u."),
    "compliance.events.services.mark_seen": Service("oam..."),
    "casino.services.malfunction.cancel": Service("o.m..."),
    "loyalty.services.propose_tiers": Service("o....."),
    "loyalty.services.decide_tiers": Service("..m..."),
    "casino.services.reopening.reopen": Service("o.m..."),
    "compliance.hands.costs.ask": Service("oam.u."),
    "compliance.shoes.services.prove": Service("oam.u."),
    "compliance.shoes.services.take_transcript": Service("oam.u."),
    "compliance.voids.services.propose": Service(".a...."),
    "compliance.voids.services.approve": Service("..m..."),
    "compliance.voids.services.refuse": Service("..m..."),
    "compliance.voids.services.withdraw": Service(".a...."),
    "tables.services.changes.propose_table": Service("o....."),
    "tables.services.changes.propose": Service("o....."),
    "tables.services.changes.decide": Service("..m..."),
    # two persons, each with a right that the other's role has not: nobody is both
    "tables.services.founding.found_family": Service("......"),
    "tables.services.founding.found_table": Service("......"),
    "tables.services.limit_sets.propose": Service("o....."),
    "tables.services.limit_sets.propose (of a player)": Service(".am...", {"player": "somebody"}),
    "tables.services.limit_sets.decide": Service("..m..."),
    "tables.services.opening.open_table": Service("o.m..."),
    "tables.services.opening.close_table": Service("o.m..."),
    "tables.services.switches.switch_house": Service("..m..."),
    "tables.services.switches.switch_rules": Service("..m..."),
    "tables.services.switches.switch_box": Service("o.m..."),
    "tables.services.switches.switch_player": Service(".am..."),
    "tables.staff.study.ask_analysis": Service("o....."),
    "tables.staff.study.ask": Service("o....."),
    "tables.staff.study.cancel": Service("o....."),
    "tables.services.versions.new_family": Service("o....."),
    "tables.services.versions.draft": Service("o....."),
    "tables.services.versions.edit": Service("o....."),
    "tables.services.versions.propose": Service("o....."),
    "tables.services.versions.approve": Service("..m..."),
    "tables.services.versions.refuse": Service("o.m..."),
    "tables.services.versions.schedule": Service("o....."),
    "tables.services.versions.unschedule": Service("o....."),
    "wallet.cash.services.closing.close": Service(".am..."),
    "wallet.cash.services.closing.pay_back": Service(".am..."),
    "wallet.cash.services.corrections.propose": Service("...c.."),
    "wallet.cash.services.corrections.propose_reversal": Service("...c.."),
    "wallet.cash.services.corrections.decide": Service("..m..."),
    "wallet.cash.services.deposits.measure": Service("...c.."),
    "wallet.cash.services.deposits.record": Service("...c.."),
    "wallet.cash.services.deposits.approve": Service("..m..."),
    "wallet.cash.services.deposits.refuse": Service("..mc.."),
    "wallet.cash.services.findings.propose": Service("...c.."),
    "wallet.cash.services.findings.decide": Service("..m..."),
    "wallet.cash.services.limits.propose": Service("o....."),
    "wallet.cash.services.limits.decide": Service("..m..."),
    "wallet.cash.services.silence.doubt": Service("..mc.."),
    "wallet.cash.services.silence.wait": Service("..mc.."),
    "wallet.cash.services.silence.bounce": Service("..m..."),
    "wallet.cash.services.withdrawals.approve": Service("..mc.."),
    "wallet.cash.services.withdrawals.pay": Service("...c.."),
    "wallet.cash.services.withdrawals.send": Service("...c.."),
    "wallet.cash.services.withdrawals.send_again": Service("...c.."),
    "wallet.cash.services.withdrawals.refuse": Service("..mc.."),
    "wallet.cash.services.withdrawals.hold": Service(".a...."),
    "wallet.cash.services.withdrawals.release": Service(".a...."),
    "wallet.rate_import.preview": Service("o....."),
    "wallet.rate_import.confirm": Service("o....."),
    "wallet.rate_recalls.ask": Service("o....."),
    "wallet.rate_recalls.decide": Service("..m..."),
    "wallet.rate_rules.propose_limit": Service("o....."),
    "wallet.rate_rules.propose_spread": Service("o....."),
    "wallet.rate_rules.decide": Service("..m..."),
    "wallet.rate_services.enter": Service("o....."),
    "wallet.rate_services.decide": Service("..m..."),
}
INNER: Final[Mapping[str, str]] = {
    "accounts.services.change_state": "wallet.cash.services.closing.close and the site itself",
    "accounts.restrictions.settle": "accounts.restrictions and the clock",
    "casino.services.voiding.collect": "compliance, when a case is decided",
    "casino.services.voiding.release": "compliance, when a case is decided",
    "casino.services.voiding.undo": "compliance, when a case is decided",
    "casino.services.voiding.void": "compliance, when a case is decided",
    "casino.statements.changed": "no person, but the name of a column",
    "compliance.voids.doing.carry_out": "compliance.voids.carrying, as who approved",
    "compliance.voids.steps.take": "compliance.voids.services and the worker",
    "compliance.voids.steps.tell": "compliance.voids.services and the worker",
    "tables.services.steps.switch": "tables.services.versions and the clock",
    "tables.services.steps.take": "tables.services.versions and the clock",
    "wallet.cash.services.crediting.credit": "wallet.cash.services.deposits and a provider's callback",
    "wallet.cash.services.dust.pay_up": "wallet.cash.services.closing.close",
    "wallet.cash.services.paying.bounce": "wallet.cash.services.silence and a provider's callback",
    "wallet.cash.services.paying.pay": "wallet.cash.services.withdrawals and a provider's callback",
    "wallet.cash.services.paying.tell": "wallet.cash.services.withdrawals and silence",
    "wallet.cash.services.steps.is_taken": "wallet.cash.services: a question, which changes nothing",
    "wallet.cash.services.steps.step_deposit": "wallet.cash.services.deposits",
    "wallet.cash.services.steps.step_withdrawal": "wallet.cash.services.withdrawals",
    "wallet.cash.services.withdrawals.held": "the player, and wallet.cash.services.closing.pay_back",
    "wallet.services.adjust": "wallet.cash.services.corrections.decide",
    "wallet.services.bonus": "wallet.cash.services.corrections.decide",
    "wallet.services.grant_play_money": "the demo",
    "wallet.services.reverse": "wallet.cash.services.corrections.decide",
}
