"""Notices about rounds in words."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from casino.models import Notice
from casino.voids.words import notice_sentences


def notice_title(notice: Notice, rounds: int = 1) -> str:
    """Return what happened to the round, or to several rounds."""
    if rounds > 1:
        return _("%(count)s rounds: %(what)s") % {
            "count": rounds,
            "what": notice.get_kind_display(),
        }
    about = {
        "n": notice.round.number,
        "table": notice.round.place.table.display_name,
        "what": notice.get_kind_display(),
    }
    return capfirst(_("Round %(n)s at %(table)s: %(what)s") % about)


def notice_body(notice: Notice) -> list[str]:
    if notice.void is not None:
        return notice_sentences(notice)
    if notice.kind == Notice.Kind.CANCELLED:
        return [_("It was cancelled for a malfunction. All your stakes have been returned.")]
    return [
        _("You left it before it was over. The house finished it according to the table's rules.")
    ]
