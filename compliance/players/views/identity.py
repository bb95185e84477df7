"""What staff compare with a player's document, and correct: its whole number, of which every look is an event, and whose it is."""

from dataclasses import asdict
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts.identity.selectors import document_numbers
from accounts.identity.services import corrections, number_entry
from accounts.identity.values.document_numbers import NumberKnown, NumberRefused
from accounts.models.users import User
from accounts.roles.values import Right
from accounts.staff.views.back_office import staff_of, staff_page
from accounts.values.countries import COUNTRIES
from compliance.players.forms.acts import CorrectNumberForm, CorrectPersonForm
from compliance.players.views.act_page import ActPage, ask, player_of

_MEANS = (
    gettext_lazy("That you see all of the number is an event."),
    gettext_lazy(
        "Correct it only with the document before you: another account with this number is refused then."
    ),
)
_VERIFIED_NO_MORE = gettext_lazy(
    "The player is verified no more, for that was as it stood before: verify anew afterwards. Until then nothing is staked or paid out."
)
_ANEW = gettext_lazy("It is corrected. Verify the player anew.")
_CORRECTS = (
    gettext_lazy("Correct it only with the document before you: before and after are an event."),
    _VERIFIED_NO_MORE,
    gettext_lazy(
        "Whoever is under age by the document is to be excluded, and the rounds proposed to be void."
    ),
)


@staff_page(Right.RESTRICT_PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def number(request: HttpRequest, pk: int) -> HttpResponse:
    """Show all of it, and put another one in its place."""
    player, staff = player_of(pk), staff_of(request)
    ends = player.is_verified and document_numbers.has_number(player)
    act = ActPage(
        gettext_lazy("Number of the document"),
        (*_MEANS, _VERIFIED_NO_MORE) if ends else _MEANS,
        gettext_lazy("Correct it"),
        _ANEW if ends else gettext_lazy("The number is corrected."),
        partial(CorrectNumberForm, initial={"document_country": player.country}),
        _shown(player, staff),
    )

    def do(form: CorrectNumberForm) -> None:
        words = form.cleaned_data
        try:
            number_entry.correct_number(
                pk, words["number"], acting_user=staff, reason=words["reason"]
            )
        except NumberKnown as error:
            number_entry.record_known_number(error.holder, actor=staff.pk)
            told = _("Account %(number)s has this document.") % {"number": error.holder}
            raise NumberRefused(told) from error

    return ask(request, player, act, do)


def _shown(player: User, staff: User) -> dict[str, str]:
    found = number_entry.show_number(player, acting_user=staff)
    if found is None:
        return {_("Number"): _("not known")}
    country = COUNTRIES.get(found.country, found.country)
    return {_("Number"): f"{found.normal} · {country}"}


@staff_page(Right.RESTRICT_PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """Put name, birth date and country as the document says."""
    player, staff = player_of(pk), staff_of(request)
    now = corrections.Person.of(player)
    act = ActPage(
        gettext_lazy("Name, birth date and country"),
        _CORRECTS,
        gettext_lazy("Correct it"),
        _ANEW,
        partial(CorrectPersonForm, initial=asdict(now)),
    )

    def do(form: CorrectPersonForm) -> None:
        corrections.correct_person(
            pk, form.person, acting_user=staff, reason=form.cleaned_data["reason"]
        )

    return ask(request, player, act, do)
