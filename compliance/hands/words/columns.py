"""Columns of the hand list."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino.models import Round
from compliance.hands.selectors.hands import round_status
from pages.lists import Column
from pages.moments import in_zone_lazy
from wallet.money.values import BASE_CURRENCY, Money

STATUS_WORDS: Final[Mapping[str, str | Promise]] = {
    "in_progress": _("in progress"),
    "interrupted": _("interrupted"),
    "completed": _("completed"),
    "cancelled": _("cancelled"),
    "voided": _("voided"),
}


def _usd(units: int | None) -> Money | None:
    return None if units is None else Money(units, BASE_CURRENCY)


def _net(round_: Round) -> Money | None:
    return None if round_.returned is None else round_.money(round_.returned - round_.staked)


def _returned_money(round_: Round) -> Money | None:
    return None if round_.returned is None else round_.money(round_.returned)


def _after(round_: Round) -> Money | None:
    return None if round_.balance_after is None else round_.money(round_.balance_after)


COLUMNS: Final[tuple[Column[Round], ...]] = (
    Column("hand", _("Hand"), lambda one: str(one.public_id)),
    Column("round", _("Round"), lambda one: one.number),
    Column("dealt", in_zone_lazy(_("Dealt ({zone})")), lambda one: one.started_at),
    Column("finished", in_zone_lazy(_("Finished ({zone})")), lambda one: one.finished_at),
    Column("table", _("Table"), lambda one: one.place.table.display_name),
    Column("rules", _("Rules"), lambda one: str(one.version)),
    Column("shoe", _("Shoe"), lambda one: str(one.deal.shoe.public_id)),
    Column("number", _("Round of its shoe"), lambda one: one.deal.nonce, numeric=True),
    Column("player_number", _("Player's number"), lambda one: one.player_id, numeric=True),
    Column("player", _("Player"), lambda one: one.player.display_name),
    Column("email", _("Email address"), lambda one: one.player.email),
    Column("boxes", _("Boxes"), lambda one: len(one.boxes), numeric=True),
    Column("staked", _("Staked"), lambda one: one.money(one.staked), money=True),
    Column("returned", _("Returned"), _returned_money, money=True),
    Column("net", _("Net for the player"), _net, money=True),
    Column("staked_usd", _("Staked in USD"), lambda one: _usd(one.staked_usd), money=True),
    Column("returned_usd", _("Returned in USD"), lambda one: _usd(one.returned_usd), money=True),
    Column("rate", _("Rate to USD"), lambda one: one.tasa_cambio, numeric=True),
    Column("before", _("Balance before"), lambda one: one.money(one.balance_before), money=True),
    Column("after", _("Balance after"), _after, money=True),
    Column("profile", _("Version of the profile"), lambda one: one.profile_id, numeric=True),
    Column(
        "country_profile",
        _("Version of the country's profile"),
        lambda one: one.country_profile_id,
        numeric=True,
    ),
    Column("status", _("Status"), lambda one: STATUS_WORDS[round_status(one)], code=round_status),
)
