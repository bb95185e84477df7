"""The list of shoes: its columns, and the shoes that a query asks for."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.users.selectors.search import matching_ids
from casino.models import Shoe
from compliance.shoes.filters import ShoesForm
from pages.lists import Column
from pages.moments import in_zone_lazy, of_time


def filtered(params: Mapping[str, Any]) -> QuerySet[Shoe, Shoe]:
    """The shoes that these filters ask for, in no order; none where a filter cannot be read."""
    form = ShoesForm(params)
    return shoes(form.cleaned_data) if form.is_valid() else Shoe.objects.none()


def shoes(wanted: Mapping[str, Any]) -> QuerySet[Shoe, Shoe]:
    """The same for filters that were read; sealed seeds are never read along."""
    found = Shoe.objects.select_related("sitting__player", "sitting__table", "version__rule_set")
    asked = [*of_time("announced_at", wanted), *_what(wanted)]
    if wanted.get("player"):
        asked.append(Q(sitting__player__in=matching_ids(wanted["player"].strip())))
    if wanted.get("table"):
        asked.append(Q(sitting__table__slug=wanted["table"]))
    return found.filter(*asked).defer("sealed_seed", "kept_left")


def _what(wanted: Mapping[str, Any]) -> list[Q]:
    asked = []
    if wanted.get("status"):
        asked.append(Q(status=wanted["status"]))
    if wanted.get("reason"):
        asked.append(Q(close_reason=wanted["reason"]))
    if wanted.get("reference"):
        asked.append(_called(wanted["reference"]))
    return asked


def _called(reference: str) -> Q:
    """A reference is a UUID; anything else is a commitment, whole."""
    try:
        return Q(public_id=UUID(reference))
    except ValueError:
        return Q(commitment=reference.lower())


COLUMNS: Final[tuple[Column[Shoe], ...]] = (
    Column("shoe", _("Shoe"), lambda one: str(one.public_id)),
    Column("number", _("Number"), lambda one: one.number, numeric=True),
    Column("table", _("Table"), lambda one: one.sitting.table.name),
    Column("rules", _("Rules"), lambda one: str(one.version)),
    Column("player_number", _("Player's number"), lambda one: one.sitting.player_id, numeric=True),
    Column("player", _("Player"), lambda one: one.sitting.player.full_name),
    Column("email", _("E-mail address"), lambda one: one.sitting.player.email),
    Column(
        "status",
        _("Status"),
        lambda one: Shoe.Status(one.status).label,
        code=lambda row: row.status,
    ),
    Column(
        "closed_because",
        _("Closed because"),
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
