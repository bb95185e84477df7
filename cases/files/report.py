"""The draft of a suspicious-activity report as a file."""

from django.utils.translation import gettext as _

from accounts.models.users import User
from cases.files.paper import CaseFile, Section, write_paper
from cases.files.sections import CaseFacts, tell_evidence, tell_people
from cases.models import Case
from cases.selectors import case_page as selectors
from cases.selectors.queue import load_players, shows_score


def write_report_file(case: Case, acting_user: User) -> CaseFile:
    """Return the draft of a suspicious-activity report as a PDF: the players, the evidence, and the last version."""
    players = load_players([case.pk]).get(case.pk, [])
    facts = CaseFacts(case, players, shows_score(case), frozenset())
    drafts = selectors.load_drafts(case)
    text = drafts[0].text.splitlines() if drafts else []
    sections = [
        Section(_("Report"), text),
        tell_people(facts),
        tell_evidence(facts),
    ]
    title = _("Draft of a suspicious-activity report, %(number)s") % {"number": case.number}
    return write_paper(f"{case.number}-report.pdf", title, sections, acting_user)
