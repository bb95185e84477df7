"""The answer to a reality check: go on at the table, take a break, or leave."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from accounts.guests.views import open_to_guests_at_their_table
from accounts.users.views import require_user
from casino.protection.services import reality
from casino.views.players import players_only
from journal.refusals import NotFound
from pages.answers import see_other
from tables.models import Table
from tables.selectors.tables import table_by_slug


@open_to_guests_at_their_table
@players_only
@require_POST
def answer_reality_check(request: HttpRequest, slug: str) -> HttpResponse:
    """Store the answer and redirect accordingly. A repeated answer, or one to an earlier check, changes nothing."""
    try:
        table = table_by_slug(slug)
    except Table.DoesNotExist as error:
        raise NotFound from error
    word = request.POST.get("answer", "")
    reality.answer_reality_check(require_user(request), table, word, request.POST.get("check", ""))
    if word == reality.BREAK:
        return see_other("protection:hub")
    if word == reality.LEAVE:
        return see_other("casino:lobby")
    return see_other("casino:table", slug)
