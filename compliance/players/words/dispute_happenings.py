"""A player's disputes in a timeline, in words for staff."""

from collections.abc import Mapping
from typing import Final

from django.db.models import Model
from django.utils.translation import gettext as _

from compliance.models import Dispute, DisputeReply
from compliance.players.words.happening_text import Describe, HappeningText
from pages.page_links import PageLink


def _dispute(row: Dispute) -> HappeningText:
    title = _("Dispute %(number)s opened") % {"number": row.number}
    return HappeningText(
        title, f"{row.get_subject_display()}\n{row.text}", row.player_id, _page(row)
    )


def _reply(row: DisputeReply) -> HappeningText:
    about = {"number": row.dispute.number, "how": row.get_outcome_display()}
    if row.outcome:
        title = _("Dispute %(number)s closed: %(how)s") % about
    elif row.from_house:
        title = _("Dispute %(number)s answered") % about
    else:
        title = _("Dispute %(number)s: the player wrote again") % about
    return HappeningText(
        title, "\n".join(filter(None, (row.text, row.note))), row.acting_user_id, _page(row.dispute)
    )


def _page(dispute: Dispute) -> PageLink:
    return PageLink("disputes:dispute", (dispute.public_id,))


DISPUTE_HAPPENINGS: Final[Mapping[type[Model], Describe]] = {
    Dispute: _dispute,
    DisputeReply: _reply,
}
