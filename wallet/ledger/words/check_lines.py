"""Translated names of ledger check lines; they are stored in English."""

from collections.abc import Mapping
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _, ngettext

from internals.texts import LazyText

LINES: Final[Mapping[str, LazyText]] = {
    "transfers add up to zero in each currency": _("transfers add up to zero in each currency"),
    "currencies net to zero": _("currencies net to zero"),
    "transfers have entries": _("transfers have entries"),
    "transfers are what their entries say": _("transfers are what their entries say"),
    "entries are as old as their transfer": _("entries are as old as their transfer"),
    "entries are on an account of their currency and player": _(
        "entries are on an account of their currency and player"
    ),
    "stored balances are the sum of their entries": _(
        "stored balances are the sum of their entries"
    ),
    "entries of an account are numbered without a gap": _(
        "entries of an account are numbered without a gap"
    ),
    "running balances follow their amounts": _("running balances follow their amounts"),
    "no balance of real money is or was negative": _("no balance of real money is or was negative"),
    "rounds hold their open stakes": _("rounds hold their open stakes"),
    "settled rounds hold nothing": _("settled rounds hold nothing"),
    "withdrawals hold what is pending": _("withdrawals hold what is pending"),
    "players owe what their rounds and deposits say": _(
        "players owe what their rounds and deposits say"
    ),
    "amounts owed are paid before money leaves, and those of deposits are made by reversals": _(
        "amounts owed are paid before money leaves, and those of deposits are made by reversals"
    ),
    "taxes withheld are what their transfers moved": _(
        "taxes withheld are what their transfers moved"
    ),
    "the months to come have their partition": _("the months to come have their partition"),
    "reversals are exact opposites": _("reversals are exact opposites"),
    "the house has one account of each kind and currency, and stores no balance": _(
        "the house has one account of each kind and currency, and stores no balance"
    ),
    "rolled-up balances are the sum of their entries": _(
        "rolled-up balances are the sum of their entries"
    ),
    "entries are sealed within ten minutes": _("entries are sealed within ten minutes"),
    "no transaction is of a number that this server has still to give": _(
        "no transaction is of a number that this server has still to give"
    ),
    "deposits are what was credited, and nothing else is": _(
        "deposits are what was credited, and nothing else is"
    ),
    "withdrawals move what was asked for, paid and refused": _(
        "withdrawals move what was asked for, paid and refused"
    ),
    "deposits and withdrawals have the state of their last step": _(
        "deposits and withdrawals have the state of their last step"
    ),
    "corrections move what two people decided, and nothing else is moved by hand": _(
        "corrections move what two people decided, and nothing else is moved by hand"
    ),
    "taxes are paid as two people decided": _("taxes are paid as two people decided"),
    "exchanges are what the rates and spread of their time make of them": _(
        "exchanges are what the rates and spread of their time make of them"
    ),
    "checks saw the ledger as it was sealed": _("checks saw the ledger as it was sealed"),
    "blocks are as they were sealed": _("blocks are as they were sealed"),
    "open rounds are the money in play": _("open rounds are the money in play"),
    "settlements and refunds are what their rounds returned": _(
        "settlements and refunds are what their rounds returned"
    ),
    "rounds are at the rate that was in effect": _("rounds are at the rate that was in effect"),
    "voids move what their rounds' voids say": _("voids move what their rounds' voids say"),
    "taxes are what rounds and their voids withheld": _(
        "taxes are what rounds and their voids withheld"
    ),
    "rounds stake and return, in USD, what their bets and decisions say": _(
        "rounds stake and return, in USD, what their bets and decisions say"
    ),
    "redemptions pay what their points were worth, and nothing else does": _(
        "redemptions pay what their points were worth, and nothing else does"
    ),
    "players have the points of their entries": _("players have the points of their entries"),
    "seals are those written outside the database": _(
        "seals are those written outside the database"
    ),
    "proved blocks are as they were": _("proved blocks are as they were"),
    "checks can begin": _("checks can begin"),
    "checks that are begun are finished": _("checks that are begun are finished"),
    "results of checks can be kept": _("results of checks can be kept"),
}


def translate_line(line: str) -> str:
    """Return the translated name of a line; an unknown one as stored."""
    return capfirst(str(LINES.get(line, line)))


def describe_broken_line(line: str, broken: int) -> str:
    """Return the translated name of a line, with the number of rows that break it."""
    words = ngettext(
        "%(line)s: broken by %(rows)s row", "%(line)s: broken by %(rows)s rows", broken
    )
    return words % {"line": translate_line(line), "rows": broken}
