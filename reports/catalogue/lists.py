"""Exportable long lists, each with the columns and filters of its own page."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.roles.values import Right
from accounts.staff import words
from accounts.staff.forms import filter_staff
from cases.forms import QueueForm
from cases.selectors.queue import find_fraud_cases, find_laundering_cases, find_protection_cases
from cases.words import columns as cases
from compliance.disputes import words as disputes
from compliance.disputes.forms import DisputesForm
from compliance.disputes.selectors import find_disputes
from compliance.events.forms import ChangesForm, EventsForm, find_changes, find_events
from compliance.events.words import columns as events
from compliance.hands.forms import HandsForm, find_hands
from compliance.hands.words import columns as hands
from compliance.players.forms.search import PlayersForm
from compliance.players.selectors.listing import find_players
from compliance.players.words import columns as players
from compliance.shoes import words as shoes
from compliance.shoes.forms import FindShoesForm, find_shoes
from compliance.voids import words as voids
from compliance.voids.forms import CasesForm
from compliance.voids.selectors.cases import find_cases
from reports.catalogue.sources import ExportSource, list_source
from wallet.cash.forms.desk import DeskSearchForm
from wallet.cash.views import desk_lists

_HANDS, _CASH, _EVENTS = Right.VIEW_HANDS, Right.VIEW_CASH, Right.VIEW_EVENTS

LISTS: Final[tuple[ExportSource, ...]] = (
    list_source("hands", _("Hands"), _HANDS, hands.COLUMNS, find_hands, HandsForm),
    list_source("shoes", _("Shoes"), _HANDS, shoes.COLUMNS, find_shoes, FindShoesForm),
    list_source(
        "players",
        _("Players"),
        Right.VIEW_PLAYERS,
        players.COLUMNS,
        find_players,
        PlayersForm,
    ),
    list_source("voids", _("Voids"), Right.VIEW_VOIDS, voids.COLUMNS, find_cases, CasesForm),
    list_source(
        "cases", _("Cases of fraud"), Right.VIEW_CASES, cases.COLUMNS, find_fraud_cases, QueueForm
    ),
    list_source(
        "laundering_cases",
        _("Cases of money laundering"),
        Right.VIEW_AML_CASES,
        cases.COLUMNS,
        find_laundering_cases,
        QueueForm,
    ),
    list_source(
        "protection_cases",
        _("Cases of player protection"),
        Right.VIEW_PROTECTION_CASES,
        cases.COLUMNS,
        find_protection_cases,
        QueueForm,
    ),
    list_source(
        "disputes",
        _("Disputes"),
        Right.VIEW_DISPUTES,
        disputes.COLUMNS,
        find_disputes,
        DisputesForm,
    ),
    list_source(
        "deposits",
        _("Deposits"),
        _CASH,
        desk_lists.DEPOSITS,
        desk_lists.filter_deposits,
        DeskSearchForm,
    ),
    list_source(
        "withdrawals",
        _("Withdrawals"),
        _CASH,
        desk_lists.WITHDRAWALS,
        desk_lists.filter_withdrawals,
        DeskSearchForm,
    ),
    list_source(
        "corrections", _("Corrections"), _CASH, desk_lists.CORRECTIONS, desk_lists.list_corrections
    ),
    list_source(
        "events",
        _("Significant events"),
        _EVENTS,
        events.COLUMNS,
        find_events,
        EventsForm,
    ),
    list_source(
        "changes",
        _("History of changes"),
        _EVENTS,
        events.CHANGES,
        find_changes,
        ChangesForm,
    ),
    list_source("staff", _("Staff"), Right.VIEW_STAFF, words.COLUMNS, filter_staff),
)
