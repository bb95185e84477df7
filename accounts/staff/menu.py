"""Pages of the back office by section, as the sidebar lists them. Imported by the settings."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class MenuPage:
    """One line of the sidebar, for people with the right `right` or `other`.

    Both are values of `accounts.roles.values.Right`.
    """

    title: Promise
    icon: str  # a Material Symbols name
    address: str  # a URL name
    right: str
    other: str = ""


@dataclass(frozen=True, slots=True)
class MenuSection:
    """Menu lines under one heading."""

    title: Promise
    pages: tuple[MenuPage, ...]


SECTIONS: Final[tuple[MenuSection, ...]] = (
    MenuSection(
        _("Reports"),
        (
            MenuPage(_("Reports"), "monitoring", "reports:index", "view_reports"),
            MenuPage(_("Daily reports"), "inventory", "reports:archive", "view_reports"),
            MenuPage(_("My till"), "point_of_sale", "reports:till", "view_own_till"),
            MenuPage(_("My files"), "folder", "reports:files", "view_reports", "view_own_till"),
        ),
    ),
    MenuSection(
        _("Players"),
        (
            MenuPage(_("Find players"), "person_search", "players:list", "view_players"),
            MenuPage(_("Pending documents"), "badge", "players:documents", "restrict_players"),
            MenuPage(_("Possible duplicates"), "group", "players:doubles", "view_players"),
            MenuPage(_("Gate before play"), "door_front", "gate:lists", "view_events"),
            MenuPage(_("Sanctions matches"), "gavel", "gate:matches", "view_players"),
            MenuPage(
                _("Restrictions to be lifted"), "approval", "players:liftings", "view_players"
            ),
            MenuPage(_("Reset second factors"), "key_off", "players:resets", "view_players"),
            MenuPage(_("People to be erased"), "person_off", "erasure:list", "view_players"),
            MenuPage(_("Tiers"), "loyalty", "tiers:list", "view_tiers"),
        ),
    ),
    MenuSection(
        _("Cash"),
        (
            MenuPage(_("Deposits and withdrawals"), "payments", "cash:desk", "view_cash"),
            MenuPage(_("Record a deposit"), "add_card", "cash:record", "do_cash"),
            MenuPage(_("Propose a correction"), "undo", "cash:correct", "do_cash"),
            MenuPage(_("Cash limits"), "speed", "cash:limits", "view_limits"),
            MenuPage(_("The ledger's check"), "fact_check", "cash:findings", "view_cash"),
            MenuPage(_("Archive"), "inventory_2", "cash:archive", "view_reports"),
            MenuPage(_("Taxes"), "request_quote", "cash:taxes", "view_cash"),
            MenuPage(_("Payment providers"), "payments", "cash:providers", "view_cash"),
        ),
    ),
    MenuSection(
        _("Tables"),
        (
            MenuPage(_("Tables and rule sets"), "table_bar", "tables:overview", "view_tables"),
            MenuPage(_("Limits of play"), "speed", "tables:house", "view_tables"),
            MenuPage(_("Live tables"), "groups", "live:tables", "view_tables"),
            MenuPage(_("Rounds in progress"), "hourglass_top", "rounds:list", "view_tables"),
            MenuPage(_("Switches"), "toggle_on", "switches:overview", "view_switches"),
        ),
    ),
    MenuSection(
        _("Hands and shoes"),
        (
            MenuPage(_("Hands"), "playing_cards", "hands:list", "view_hands"),
            MenuPage(_("Shoes"), "inventory_2", "shoes:list", "view_hands"),
        ),
    ),
    MenuSection(
        _("Compliance"),
        (
            MenuPage(_("Cases"), "work", "cases:queue", "work_cases", "view_cases"),
            MenuPage(_("Signals"), "query_stats", "cases:signals", "view_cases"),
            MenuPage(_("Voids"), "block", "voids:list", "view_voids"),
            MenuPage(_("Propose a void"), "gavel", "voids:new", "propose_voids"),
            MenuPage(_("Disputes"), "forum", "disputes:list", "view_disputes"),
            MenuPage(_("Terms and policies"), "article", "policies:list", "view_policies"),
            MenuPage(_("Profile"), "tune", "profiles:list", "view_profiles"),
        ),
    ),
    MenuSection(
        _("Staff"),
        (
            MenuPage(_("Accounts of staff"), "badge", "people:list", "view_staff"),
            MenuPage(_("Review of rights"), "rule", "people:review", "view_staff"),
            MenuPage(
                _("Changes of administrators and managers"),
                "approval",
                "people:changes",
                "approve_staff",
            ),
        ),
    ),
    MenuSection(
        _("Other systems"),
        (
            MenuPage(_("Service keys"), "key", "keys:list", "view_staff"),
            MenuPage(_("Webhooks"), "webhook", "webhooks:list", "view_webhooks"),
            MenuPage(_("Networks for webhooks"), "lan", "webhooks:networks", "view_webhooks"),
            MenuPage(_("Registered apps"), "apps", "apps:list", "view_staff", "approve_staff"),
        ),
    ),
    MenuSection(
        _("Exchange rates"),
        (
            MenuPage(_("Rates"), "currency_exchange", "rates:overview", "view_rates"),
            MenuPage(_("Pending rates"), "approval", "rates:waiting", "view_rates"),
            MenuPage(_("Enter a rate"), "edit", "rates:enter", "edit_rates"),
            MenuPage(_("Import rates"), "upload_file", "rates:import", "edit_rates"),
            MenuPage(_("Maximum ages and spreads"), "tune", "rates:rules", "view_rates"),
        ),
    ),
    MenuSection(
        _("Supervision"),
        (
            MenuPage(_("Significant events"), "notifications", "events:list", "view_events"),
            MenuPage(_("Duty list"), "notification_important", "alarms:duty", "view_events"),
            MenuPage(_("Watched"), "monitor_heart", "alarms:watched", "view_events"),
            MenuPage(_("Access log"), "visibility", "looks:list", "view_events"),
            MenuPage(_("History of changes"), "history", "events:changes", "view_events"),
            MenuPage(_("Integrity"), "verified", "events:integrity", "view_events"),
            MenuPage(_("Builds"), "deployed_code", "builds:page", "view_events"),
            MenuPage(_("Restores"), "settings_backup_restore", "restores:page", "view_switches"),
            MenuPage(_("Standards and evidence"), "checklist", "standards:board", "view_standards"),
        ),
    ),
)


TITLES: Final = {page.address: page.title for section in SECTIONS for page in section.pages}
"""The title of each page in the menu, by its URL name."""
