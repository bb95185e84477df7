"""The file of a case for a regulator."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts.models.users import User
from accounts.roles.values import Right
from cases.files.paper import CaseFile, write_paper
from cases.files.sections import CaseFacts, list_sections
from cases.models import Case
from cases.selectors.queue import load_players, shows_score
from cases.words.findings import case_title
from cases.words.shapes import EvidenceDrawing


def write_case_file(
    case: Case,
    acting_user: User,
    rights: frozenset[Right],
    charts: Sequence[tuple[str, EvidenceDrawing]] = (),
) -> CaseFile:
    """Return the file of a case in the active language, made by this person; `charts` are drawings with their captions."""
    players = load_players([case.pk]).get(case.pk, [])
    facts = CaseFacts(case, players, shows_score(case), rights, charts)
    title = _("Case %(title)s") % {"title": case_title(case, [one.display_name for one in players])}
    return write_paper(f"{case.number}.pdf", title, list_sections(facts), acting_user)
