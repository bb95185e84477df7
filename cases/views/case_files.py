"""The file of a case, made on request."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from accounts.audit.services import record_player_views
from accounts.models.audit_views import Look
from accounts.roles.selectors import load_rights
from accounts.staff.views.back_office import require_staff_user, staff_page
from cases.files import write_case_file
from cases.selectors.queue import load_players
from cases.services.case_files import record_case_file, require_case_file
from cases.values import ANY_VIEW


@staff_page(*ANY_VIEW)
@require_POST
def make_file(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """Make the file and record its digest and the look; nothing is stored."""
    user = require_staff_user(request)
    case = require_case_file(case_id, acting_user=user)
    players = [one.pk for one in load_players([case.pk]).get(case.pk, [])]
    record_player_views(user, players, "case", (Look.Kind.CASEWORK, case.public_id))
    made = write_case_file(case, user, load_rights(user))
    record_case_file(case, made.digest, acting_user=user)
    answer = HttpResponse(made.content, content_type="application/pdf")
    answer["Content-Disposition"] = f'attachment; filename="{made.name}"'
    return answer
