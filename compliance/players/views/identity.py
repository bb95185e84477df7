"""Correction of a player's identity data: document number (every view is an event), name, birth date, country."""

from dataclasses import asdict
from functools import cached_property
from typing import Any

from django.utils.translation import gettext, gettext_lazy as _

from accounts.identity.selectors import document_numbers
from accounts.identity.services import corrections, number_entry
from accounts.identity.values.document_numbers import NumberRefused, NumberTaken
from accounts.models.users import User
from accounts.values.countries import COUNTRIES
from compliance.players.forms.acts import CorrectNumberForm, CorrectPersonForm
from compliance.players.views.act_page import ActPage, ActWords

_MEANS = (
    _("Viewing the whole number is recorded as an event."),
    _(
        "Correct it only with the document in front of you. Any other account with this number is refused afterwards."
    ),
)
_VERIFIED_NO_MORE = _(
    "The player is no longer verified. Verify again afterwards; until then the player cannot bet or be paid out."
)
_ANEW = _("It is corrected. Verify the player again.")
_CORRECTS = (
    _(
        "Correct it only with the document in front of you. The old and new values are recorded as an event."
    ),
    _VERIFIED_NO_MORE,
    _(
        "If the document shows that the player is under age, exclude the player and propose to void the rounds."
    ),
)


class CorrectNumberPage(ActPage[CorrectNumberForm]):
    """Show the whole document number and correct it."""

    @cached_property
    def words(self) -> ActWords:
        ends = self.player.is_verified and document_numbers.has_number(self.player)
        return ActWords(
            _("Number of the document"),
            (*_MEANS, _VERIFIED_NO_MORE) if ends else _MEANS,
            _("Correct it"),
            _ANEW if ends else _("The number is corrected."),
            _number_fields(self.player, self.user),
        )

    def get_initial(self) -> dict[str, Any]:
        return {
            "document_country": self.player.country,
            "document_kind": document_numbers.find_document_kind(self.player),
        }

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "country": self.player.country}

    def carry_out(self, form: CorrectNumberForm) -> None:
        given, pk = form.cleaned_data, self.player.pk
        try:
            number_entry.correct_number(
                pk,
                given["number"],
                kind=given["document_kind"],
                acting_user=self.user,
                reason=given["reason"],
            )
        except NumberTaken as error:
            number_entry.record_known_number(error.holder, actor=self.user.pk)
            told = gettext("Account %(number)s has this document.") % {"number": error.holder}
            raise NumberRefused(told) from error


def _number_fields(player: User, staff: User) -> dict[str, str]:
    found = number_entry.reveal_number(player, acting_user=staff)
    if found is None:
        return {gettext("Number"): gettext("unknown")}
    country = COUNTRIES.get(found.country, found.country)
    return {gettext("Number"): f"{found.normal} · {country}"}


class CorrectPersonPage(ActPage[CorrectPersonForm]):
    """Correct name, birth date and country."""

    words = ActWords(_("Name, birth date and country"), _CORRECTS, _("Correct it"), _ANEW)

    def get_initial(self) -> dict[str, Any]:
        return asdict(corrections.PersonData.from_player(self.player))

    def carry_out(self, form: CorrectPersonForm) -> None:
        reason = form.cleaned_data["reason"]
        corrections.correct_person(
            self.player.pk, form.person, acting_user=self.user, reason=reason
        )
