"""The long lists that can be exported, each with the columns and filters of its own page."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.roles.values import Right
from accounts.staff import words
from accounts.staff.forms import filter_staff
from compliance.disputes import selectors as disputes
from compliance.disputes.forms import WantedForm as DisputesForm
from compliance.events.forms import ChangesForm, EventsForm
from compliance.events.selectors import events
from compliance.hands import forms
from compliance.hands.forms import HandsForm
from compliance.hands.words import columns
from compliance.players import selectors as players
from compliance.players.forms.search import FindForm as PlayersForm
from compliance.shoes.forms import ShoesForm
from compliance.shoes.selectors import shoes
from compliance.voids.forms import WantedForm
from compliance.voids.selectors import cases as voids
from reports.catalogue.sources import Source, of_list
from wallet.cash.forms.desk import DeskSearchForm
from wallet.cash.views import desk_lists as cash

_HANDS, _CASH, _EVENTS = Right.VIEW_HANDS, Right.VIEW_CASH, Right.VIEW_EVENTS

LISTS: Final[tuple[Source, ...]] = (
    of_list("hands", _("Hands"), _HANDS, columns.COLUMNS, forms.filtered, HandsForm),
    of_list("shoes", _("Shoes"), _HANDS, shoes.COLUMNS, shoes.filtered, ShoesForm),
    of_list(
        "players",
        _("Players"),
        Right.VIEW_PLAYERS,
        players.COLUMNS,
        players.filtered,
        PlayersForm,
    ),
    of_list("voids", _("Voids"), Right.VIEW_VOIDS, voids.COLUMNS, voids.filtered, WantedForm),
    of_list(
        "disputes",
        _("Disputes"),
        Right.VIEW_DISPUTES,
        disputes.COLUMNS,
        disputes.filtered,
        DisputesForm,
    ),
    of_list("deposits", _("Deposits"), _CASH, cash.DEPOSITS, cash.deposits, DeskSearchForm),
    of_list(
        "withdrawals", _("Withdrawals"), _CASH, cash.WITHDRAWALS, cash.withdrawals, DeskSearchForm
    ),
    of_list("corrections", _("Corrections"), _CASH, cash.CORRECTIONS, cash.corrections),
    of_list(
        "events",
        _("Significant events"),
        _EVENTS,
        events.COLUMNS,
        events.filtered,
        EventsForm,
    ),
    of_list(
        "changes",
        _("History of changes"),
        _EVENTS,
        events.CHANGES,
        events.filtered_changes,
        ChangesForm,
    ),
    of_list("staff", _("Staff"), Right.VIEW_STAFF, words.COLUMNS, filter_staff),
)
