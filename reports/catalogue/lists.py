"""The long lists that can be exported, each with the columns and filters of its own page."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.roles.values import Right
from accounts.staff import words
from accounts.staff.forms import filter_staff
from compliance.disputes import selectors as disputes
from compliance.disputes.forms import DisputesForm as DisputesForm
from compliance.events.forms import ChangesForm, EventsForm
from compliance.events.selectors import events
from compliance.hands import forms
from compliance.hands.forms import HandsForm
from compliance.hands.words import columns
from compliance.players import selectors as players
from compliance.players.forms.search import PlayersForm as PlayersForm
from compliance.shoes.forms import FindShoesForm
from compliance.shoes.selectors import shoes
from compliance.voids.forms import CasesForm
from compliance.voids.selectors import cases as voids
from reports.catalogue.sources import ExportSource, list_source
from wallet.cash.forms.desk import DeskSearchForm
from wallet.cash.views import desk_lists as cash

_HANDS, _CASH, _EVENTS = Right.VIEW_HANDS, Right.VIEW_CASH, Right.VIEW_EVENTS

LISTS: Final[tuple[ExportSource, ...]] = (
    list_source("hands", _("Hands"), _HANDS, columns.COLUMNS, forms.find_hands, HandsForm),
    list_source("shoes", _("Shoes"), _HANDS, shoes.COLUMNS, shoes.filtered, FindShoesForm),
    list_source(
        "players",
        _("Players"),
        Right.VIEW_PLAYERS,
        players.COLUMNS,
        players.filtered,
        PlayersForm,
    ),
    list_source("voids", _("Voids"), Right.VIEW_VOIDS, voids.COLUMNS, voids.find_cases, CasesForm),
    list_source(
        "disputes",
        _("Disputes"),
        Right.VIEW_DISPUTES,
        disputes.COLUMNS,
        disputes.find_disputes,
        DisputesForm,
    ),
    list_source("deposits", _("Deposits"), _CASH, cash.DEPOSITS, cash.deposits, DeskSearchForm),
    list_source(
        "withdrawals", _("Withdrawals"), _CASH, cash.WITHDRAWALS, cash.withdrawals, DeskSearchForm
    ),
    list_source("corrections", _("Corrections"), _CASH, cash.CORRECTIONS, cash.corrections),
    list_source(
        "events",
        _("Significant events"),
        _EVENTS,
        events.COLUMNS,
        events.filtered,
        EventsForm,
    ),
    list_source(
        "changes",
        _("History of changes"),
        _EVENTS,
        events.CHANGES,
        events.filtered_changes,
        ChangesForm,
    ),
    list_source("staff", _("Staff"), Right.VIEW_STAFF, words.COLUMNS, filter_staff),
)
