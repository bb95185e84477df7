"""Columns of the dispute list."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from compliance.disputes.selectors import answer_deadline
from compliance.models import Dispute
from pages.lists import Column
from pages.moments import in_zone_lazy

COLUMNS: Final[tuple[Column[Dispute], ...]] = (
    Column("number", _("Dispute"), lambda one: one.number),
    Column("opened_at", in_zone_lazy(_("Opened ({zone})")), lambda one: one.at),
    Column(
        "player",
        _("Player"),
        lambda one: one.player.display_name,
        player=lambda one: one.player_id,
    ),
    Column(
        "subject", _("Subject"), lambda one: one.get_subject_display(), code=lambda row: row.subject
    ),
    Column("state", _("State"), lambda one: one.get_state_display(), code=lambda row: row.state),
    Column("answer_by", in_zone_lazy(_("Answer by ({zone})")), answer_deadline),
    Column("round", _("Round"), lambda one: str(one.round.public_id) if one.round else None),
    Column("text", _("Text"), lambda one: one.text),
    Column("id", _("Id"), lambda one: str(one.public_id)),
)
