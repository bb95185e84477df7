"""The file of a case, made on request."""

from collections.abc import Sequence
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from accounts.audit.services import record_player_views
from accounts.models.audit_views import Look
from accounts.models.users import User
from accounts.roles.selectors import load_rights
from accounts.roles.values import Right
from accounts.staff.views.back_office import require_staff_user, staff_page
from cases.files.case_file import write_case_file
from cases.files.paper import CaseFile
from cases.files.report import write_report_file
from cases.models import Case
from cases.selectors.case_page import load_flags
from cases.selectors.evidence import find_flag, load_evidence, load_names
from cases.selectors.looks import page_of_views
from cases.selectors.queue import load_players, shows_score
from cases.services.case_files import record_case_file, require_case_file
from cases.values import ANY_VIEW
from cases.words.drawings import draw_evidence
from cases.words.findings import signal_name
from cases.words.shapes import EvidenceDrawing
from signals.scores import EDGE


@staff_page(*ANY_VIEW)
@require_POST
def make_file(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """Make the file and record its digest and the look; nothing is stored."""
    user = require_staff_user(request)
    case = require_case_file(case_id, acting_user=user)
    players = [one.pk for one in load_players([case.pk]).get(case.pk, [])]
    record_player_views(user, players, page_of_views(case), (Look.Kind.CASEWORK, case.public_id))
    made = write_case_file(case, user, load_rights(user), _draw_charts(case, players))
    return _send(case, made, user)


@staff_page(Right.WORK_CASES)
@require_POST
def make_report(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """Make the draft of the suspicious-activity report as a file; recorded as the file of the case is."""
    user = require_staff_user(request)
    case = require_case_file(case_id, acting_user=user)
    players = [one.pk for one in load_players([case.pk]).get(case.pk, [])]
    record_player_views(user, players, page_of_views(case), (Look.Kind.CASEWORK, case.public_id))
    return _send(case, write_report_file(case, user), user)


def _send(case: Case, made: CaseFile, user: User) -> HttpResponse:
    record_case_file(case, made.digest, acting_user=user)
    answer = HttpResponse(made.content, content_type="application/pdf")
    answer["Content-Disposition"] = f'attachment; filename="{made.name}"'
    return answer


def _draw_charts(case: Case, players: Sequence[int]) -> list[tuple[str, EvidenceDrawing]]:
    """Return the charts of the case's flags, the latest of each signal."""
    if not shows_score(case):
        return []  # a blind sample has none
    signals = dict.fromkeys(one.signal for one in load_flags(case))
    drawn = []
    for signal in sorted(signals, key=lambda one: (one != EDGE, one)):
        flag = find_flag(case, players[0], signal) if players else None
        evidence = load_evidence(flag) if flag is not None else None
        if evidence is not None:
            names = load_names(evidence, players)
            drawn.append((signal_name(signal), draw_evidence(evidence, names)))
    return drawn
