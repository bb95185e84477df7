"""Columns of the shoe list."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from casino.models import Shoe
from pages.lists import Column
from pages.moments import in_zone_lazy

COLUMNS: Final[tuple[Column[Shoe], ...]] = (
    Column("shoe", _("Shoe"), lambda one: str(one.public_id)),
    Column("number", _("Number"), lambda one: one.number, numeric=True),
    Column("table", _("Table"), lambda one: one.place.table.display_name),
    Column("rules", _("Rules"), lambda one: str(one.version)),
    Column("player_number", _("Player's number"), lambda one: one.place.player_id, numeric=True),
    Column("player", _("Player"), lambda one: one.place.player and one.place.player.display_name),
    Column("email", _("Email address"), lambda one: one.place.player and one.place.player.email),
    Column(
        "status",
        _("Status"),
        lambda one: Shoe.Status(one.status).label,
        code=lambda row: row.status,
    ),
    Column(
        "closed_because",
        _("Reason for closing"),
        lambda one: Shoe.CloseReason(one.close_reason).label if one.close_reason else None,
        code=lambda row: row.close_reason,
    ),
    Column("announced", in_zone_lazy(_("Announced ({zone})")), lambda one: one.announced_at),
    Column("opened", in_zone_lazy(_("Opened ({zone})")), lambda one: one.opened_at),
    Column("closed", in_zone_lazy(_("Closed ({zone})")), lambda one: one.closed_at),
    Column("rounds", _("Rounds"), lambda one: one.rounds_dealt, numeric=True),
    Column("cards", _("Cards dealt"), lambda one: one.cards_out, numeric=True),
    Column("commitment", _("Commitment"), lambda one: one.commitment),
    Column("seed", _("Revealed seed"), lambda one: one.server_seed),
)
