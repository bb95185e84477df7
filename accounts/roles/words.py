"""Texts of rights, to complete "the right to …". A test checks that none is missing."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.roles.values import Right
from internals.texts import LazyText

RIGHTS: Final[Mapping[Right, LazyText]] = {
    Right.VIEW_RATES: _("see exchange rates"),
    Right.EDIT_RATES: _("enter exchange rates"),
    Right.APPROVE_RATES: _("approve exchange rates"),
    Right.VIEW_LIMITS: _("see cash limits"),
    Right.EDIT_LIMITS: _("propose cash limits"),
    Right.APPROVE_LIMITS: _("approve cash limits"),
    Right.VIEW_CASH: _("see deposits and withdrawals"),
    Right.DO_CASH: _("record deposits and withdrawals"),
    Right.HOLD_CASH: _("hold withdrawals"),
    Right.APPROVE_CASH: _("approve deposits and withdrawals"),
    Right.VIEW_TABLES: _("see tables and rules"),
    Right.EDIT_TABLES: _("change tables and rules"),
    Right.APPROVE_TABLES: _("approve tables and rules"),
    Right.SWITCH_TABLES: _("stop and resume tables"),
    Right.LIMIT_PLAYERS: _("set limits for a player"),
    Right.CLOSE_ACCOUNTS: _("close accounts of players"),
    Right.CANCEL_ROUNDS: _("freeze and cancel rounds"),
    Right.APPROVE_CANCELS: _("approve cancelled rounds"),
    Right.VIEW_PLAYERS: _("see players"),
    Right.NOTE_PLAYERS: _("write notes about players"),
    Right.RESTRICT_PLAYERS: _("restrict players"),
    Right.APPROVE_PLAYERS: _("approve decisions about players"),
    Right.VIEW_HANDS: _("see hands and shoes"),
    Right.VIEW_VOIDS: _("see voids"),
    Right.PROPOSE_VOIDS: _("propose voids"),
    Right.APPROVE_VOIDS: _("approve voids"),
    Right.VIEW_DISPUTES: _("see disputes"),
    Right.ANSWER_DISPUTES: _("answer disputes"),
    Right.VIEW_SWITCHES: _("see the switches of play"),
    Right.SWITCH_PLAYERS: _("stop and resume a player's play"),
    Right.SWITCH_EVERYTHING: _("stop and resume all play"),
    Right.VIEW_REPORTS: _("see reports"),
    Right.VIEW_OWN_TILL: _("see your own till"),
    Right.VIEW_EVENTS: _("see events"),
    Right.ANSWER_ALARMS: _("answer alarms"),
    Right.VIEW_TIERS: _("see tiers"),
    Right.EDIT_TIERS: _("propose tiers"),
    Right.APPROVE_TIERS: _("approve tiers"),
    Right.VIEW_STAFF: _("see staff"),
    Right.EDIT_STAFF: _("manage staff"),
    Right.APPROVE_STAFF: _("approve changes of staff"),
    Right.VIEW_WEBHOOKS: _("see webhooks"),
    Right.EDIT_WEBHOOKS: _("add and change webhooks, propose networks for them"),
    Right.APPROVE_WEBHOOKS: _("approve networks for webhooks"),
    Right.PROPOSE_RELEASES: _("propose to open the site after a restore"),
    Right.APPROVE_RELEASES: _("approve opening the site after a restore"),
}
