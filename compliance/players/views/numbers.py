"""The whole number of a player's document, for staff who compare it: every look is an event. Here a mistaken one is corrected."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts.countries import COUNTRIES
from accounts.identity import numbering
from accounts.identity.numbering import NumberKnown
from accounts.models import User
from accounts.roles import Right
from accounts.staff import staff_of, staff_page
from compliance.players.forms import NumberForm
from compliance.players.views.asking import Act, ask, player_of

_MEANS = (
    gettext_lazy("That you see all of the number is an event."),
    gettext_lazy(
        "Correct it only with the document before you: another account with this number is refused then."
    ),
)


@staff_page(Right.RESTRICT_PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def number(request: HttpRequest, pk: int) -> HttpResponse:
    """Show all of it, and put another one in its place."""
    player, staff = player_of(pk), staff_of(request)
    act = Act(
        gettext_lazy("Number of the document"),
        _MEANS,
        gettext_lazy("Correct it"),
        gettext_lazy("The number is corrected."),
        partial(NumberForm, initial={"document_country": player.country}),
        _shown(player, staff),
    )

    def do(form: NumberForm) -> None:
        words = form.cleaned_data
        try:
            numbering.correct(pk, words["number"], by=staff, reason=words["reason"])
        except NumberKnown as error:
            numbering.tell_known(error.holder, actor=staff.pk)
            error.message = _("Account %(number)s has this document.") % {"number": error.holder}
            raise

    return ask(request, player, act, do)


def _shown(player: User, staff: User) -> dict[str, str]:
    found = numbering.saw_whole(player, by=staff)
    if found is None:
        return {_("Number"): _("not known")}
    country = COUNTRIES.get(found.country, found.country)
    return {_("Number"): f"{found.normal} · {country}"}
