"""Roles of staff and their rights; each role's group has the same name.

Pages and services check a `Right`, never a role. No role has all rights: Django's superuser flag grants none.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    """Staff role; the value is the group's name."""

    OPERATOR = "operator", _("Operator")
    COMPLIANCE_ANALYST = "compliance_analyst", _("Compliance analyst")
    COMPLIANCE_MANAGER = "compliance_manager", _("Compliance manager")
    CASHIER = "cashier", _("Cashier")
    AUDITOR = "auditor", _("Auditor")
    ADMINISTRATOR = "administrator", _("Administrator")
    LAUNDERING_OFFICER = "laundering_officer", _("Money-laundering officer")
    PROTECTION_OFFICER = "protection_officer", _("Player-protection officer")


class Right(StrEnum):
    VIEW_RATES = "view_rates"
    EDIT_RATES = "edit_rates"
    APPROVE_RATES = "approve_rates"
    VIEW_LIMITS = "view_limits"
    EDIT_LIMITS = "edit_limits"
    APPROVE_LIMITS = "approve_limits"
    VIEW_CASH = "view_cash"
    DO_CASH = "do_cash"
    HOLD_CASH = "hold_cash"
    APPROVE_CASH = "approve_cash"
    VIEW_TABLES = "view_tables"
    EDIT_TABLES = "edit_tables"
    APPROVE_TABLES = "approve_tables"
    SWITCH_TABLES = "switch_tables"
    LIMIT_PLAYERS = "limit_players"
    CLOSE_ACCOUNTS = "close_accounts"
    CANCEL_ROUNDS = "cancel_rounds"  # also: freeze a round, and reopen a place
    APPROVE_CANCELS = "approve_cancels"
    VIEW_PLAYERS = "view_players"
    NOTE_PLAYERS = "note_players"
    RESTRICT_PLAYERS = "restrict_players"
    APPROVE_PLAYERS = "approve_players"
    VIEW_HANDS = "view_hands"
    VIEW_VOIDS = "view_voids"
    PROPOSE_VOIDS = "propose_voids"
    APPROVE_VOIDS = "approve_voids"
    VIEW_DISPUTES = "view_disputes"
    ANSWER_DISPUTES = "answer_disputes"
    VIEW_SWITCHES = "view_switches"
    SWITCH_PLAYERS = "switch_players"
    SWITCH_EVERYTHING = "switch_everything"
    VIEW_REPORTS = "view_reports"
    REVIEW_REPORTS = "review_reports"  # of a day
    SIGN_REPORTS = "sign_reports"  # as another person
    VIEW_OWN_TILL = "view_own_till"
    VIEW_EVENTS = "view_events"
    ANSWER_ALARMS = "answer_alarms"
    EDIT_DUTY = "edit_duty"  # who answers alarms when
    VIEW_TIERS = "view_tiers"
    EDIT_TIERS = "edit_tiers"
    APPROVE_TIERS = "approve_tiers"
    VIEW_STAFF = "view_staff"
    EDIT_STAFF = "edit_staff"
    APPROVE_STAFF = "approve_staff"
    VIEW_WEBHOOKS = "view_webhooks"
    EDIT_WEBHOOKS = "edit_webhooks"
    APPROVE_WEBHOOKS = "approve_webhooks"
    PROPOSE_RELEASES = "propose_releases"  # of an installation closed after a restore
    APPROVE_RELEASES = "approve_releases"
    PROPOSE_BUILDS = "propose_builds"  # to accept the software that was found
    APPROVE_BUILDS = "approve_builds"
    PROPOSE_DETACHMENTS = "propose_detachments"  # of archived months from the database
    APPROVE_DETACHMENTS = "approve_detachments"
    VIEW_CASES = "view_cases"  # of fraud; each other kind of case has a right of its own
    WORK_CASES = "work_cases"
    APPROVE_CASES = "approve_cases"  # also: see staff incidents
    VIEW_AML_CASES = "view_aml_cases"
    VIEW_PROTECTION_CASES = "view_protection_cases"
    EDIT_THRESHOLDS = "edit_thresholds"  # of signals
    APPROVE_THRESHOLDS = "approve_thresholds"
    VIEW_POLICIES = "view_policies"  # versions that are not published yet
    EDIT_POLICIES = "edit_policies"
    APPROVE_POLICIES = "approve_policies"
    VIEW_STANDARDS = "view_standards"  # the evidence page
    NOTE_STANDARDS = "note_standards"
    VIEW_PROFILES = "view_profiles"
    EDIT_PROFILES = "edit_profiles"  # what a regulator prescribes
    APPROVE_PROFILES = "approve_profiles"


MATRIX: Final[Mapping[Role, frozenset[Right]]] = {
    Role.OPERATOR: frozenset(
        {
            Right.VIEW_RATES,
            Right.EDIT_RATES,
            Right.VIEW_LIMITS,
            Right.EDIT_LIMITS,
            Right.VIEW_TABLES,
            Right.EDIT_TABLES,
            Right.SWITCH_TABLES,
            Right.CANCEL_ROUNDS,
            Right.VIEW_PLAYERS,
            Right.VIEW_HANDS,
            Right.VIEW_SWITCHES,
            Right.VIEW_REPORTS,
            Right.REVIEW_REPORTS,
            Right.VIEW_EVENTS,
            Right.ANSWER_ALARMS,
            Right.VIEW_TIERS,
            Right.EDIT_TIERS,
            Right.VIEW_WEBHOOKS,
            Right.PROPOSE_RELEASES,
            Right.PROPOSE_BUILDS,
            Right.PROPOSE_DETACHMENTS,
            Right.VIEW_POLICIES,
            Right.VIEW_PROFILES,
            Right.EDIT_POLICIES,
            Right.VIEW_STANDARDS,
            Right.NOTE_STANDARDS,
            Right.EDIT_PROFILES,
        }
    ),
    Role.COMPLIANCE_ANALYST: frozenset(
        {
            Right.VIEW_RATES,
            Right.VIEW_LIMITS,
            Right.VIEW_CASH,
            Right.HOLD_CASH,
            Right.VIEW_TABLES,
            Right.LIMIT_PLAYERS,
            Right.CLOSE_ACCOUNTS,
            Right.VIEW_PLAYERS,
            Right.NOTE_PLAYERS,
            Right.RESTRICT_PLAYERS,
            Right.VIEW_HANDS,
            Right.VIEW_VOIDS,
            Right.PROPOSE_VOIDS,
            Right.VIEW_DISPUTES,
            Right.ANSWER_DISPUTES,
            Right.VIEW_SWITCHES,
            Right.SWITCH_PLAYERS,
            Right.VIEW_REPORTS,
            Right.REVIEW_REPORTS,
            Right.VIEW_EVENTS,
            Right.ANSWER_ALARMS,
            Right.VIEW_TIERS,
            Right.VIEW_CASES,
            Right.WORK_CASES,
            Right.EDIT_THRESHOLDS,
            Right.VIEW_POLICIES,
            Right.VIEW_STANDARDS,
            Right.VIEW_PROFILES,
        }
    ),
    Role.COMPLIANCE_MANAGER: frozenset(
        {
            Right.VIEW_RATES,
            Right.APPROVE_RATES,
            Right.VIEW_LIMITS,
            Right.APPROVE_LIMITS,
            Right.VIEW_CASH,
            Right.APPROVE_CASH,
            Right.VIEW_TABLES,
            Right.APPROVE_TABLES,
            Right.SWITCH_TABLES,
            Right.LIMIT_PLAYERS,
            Right.CLOSE_ACCOUNTS,
            Right.CANCEL_ROUNDS,
            Right.APPROVE_CANCELS,
            Right.VIEW_PLAYERS,
            Right.NOTE_PLAYERS,
            Right.RESTRICT_PLAYERS,
            Right.APPROVE_PLAYERS,
            Right.VIEW_HANDS,
            Right.VIEW_VOIDS,
            Right.APPROVE_VOIDS,
            Right.VIEW_DISPUTES,
            Right.ANSWER_DISPUTES,
            Right.VIEW_SWITCHES,
            Right.SWITCH_PLAYERS,
            Right.SWITCH_EVERYTHING,
            Right.VIEW_REPORTS,
            Right.REVIEW_REPORTS,
            Right.SIGN_REPORTS,
            Right.VIEW_EVENTS,
            Right.ANSWER_ALARMS,
            Right.VIEW_TIERS,
            Right.APPROVE_TIERS,
            Right.APPROVE_STAFF,
            Right.VIEW_WEBHOOKS,
            Right.APPROVE_WEBHOOKS,
            Right.PROPOSE_RELEASES,
            Right.APPROVE_RELEASES,
            Right.PROPOSE_BUILDS,
            Right.APPROVE_BUILDS,
            Right.EDIT_DUTY,
            Right.PROPOSE_DETACHMENTS,
            Right.APPROVE_DETACHMENTS,
            Right.VIEW_CASES,
            Right.WORK_CASES,
            Right.APPROVE_CASES,
            Right.VIEW_AML_CASES,
            Right.VIEW_PROTECTION_CASES,
            Right.APPROVE_THRESHOLDS,
            Right.VIEW_POLICIES,
            Right.VIEW_PROFILES,
            Right.APPROVE_POLICIES,
            Right.VIEW_STANDARDS,
            Right.NOTE_STANDARDS,
            Right.APPROVE_PROFILES,
        }
    ),
    Role.CASHIER: frozenset(
        {Right.VIEW_CASH, Right.DO_CASH, Right.VIEW_PLAYERS, Right.VIEW_OWN_TILL}
    ),
    Role.AUDITOR: frozenset(
        {
            Right.VIEW_RATES,
            Right.VIEW_LIMITS,
            Right.VIEW_CASH,
            Right.VIEW_TABLES,
            Right.VIEW_PLAYERS,
            Right.VIEW_HANDS,
            Right.VIEW_VOIDS,
            Right.VIEW_DISPUTES,
            Right.VIEW_SWITCHES,
            Right.VIEW_REPORTS,
            Right.VIEW_EVENTS,
            Right.VIEW_TIERS,
            Right.VIEW_STAFF,
            Right.VIEW_WEBHOOKS,
            Right.VIEW_CASES,
            Right.VIEW_POLICIES,
            Right.VIEW_STANDARDS,
            Right.VIEW_PROFILES,
        }
    ),
    Role.ADMINISTRATOR: frozenset(
        {
            Right.VIEW_STAFF,
            Right.EDIT_STAFF,
            Right.APPROVE_STAFF,
            Right.VIEW_WEBHOOKS,
            Right.EDIT_WEBHOOKS,
            Right.APPROVE_WEBHOOKS,
        }
    ),
    Role.LAUNDERING_OFFICER: frozenset(
        {
            Right.VIEW_CASH,
            Right.HOLD_CASH,
            Right.VIEW_PLAYERS,
            Right.NOTE_PLAYERS,
            Right.RESTRICT_PLAYERS,
            Right.VIEW_HANDS,
            Right.VIEW_VOIDS,
            Right.PROPOSE_VOIDS,
            Right.VIEW_REPORTS,
            Right.VIEW_EVENTS,
            Right.VIEW_CASES,
            Right.WORK_CASES,
            Right.VIEW_AML_CASES,
        }
    ),
    Role.PROTECTION_OFFICER: frozenset(
        {
            Right.VIEW_CASH,
            Right.VIEW_TABLES,
            Right.LIMIT_PLAYERS,
            Right.VIEW_PLAYERS,
            Right.NOTE_PLAYERS,
            Right.RESTRICT_PLAYERS,
            Right.VIEW_HANDS,
            Right.VIEW_REPORTS,
            Right.VIEW_EVENTS,
            Right.WORK_CASES,
            Right.VIEW_PROTECTION_CASES,
        }
    ),
}


def rights_of_roles(names: Iterable[str]) -> frozenset[Right]:
    return frozenset[Right]().union(*(MATRIX[Role(name)] for name in names))
