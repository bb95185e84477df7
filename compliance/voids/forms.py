"""Forms of voids: hands, reason, evidence."""

import re
from typing import Any, Final
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _, ngettext, pgettext_lazy

from accounts.users.selectors.emails import find_account_by_email
from casino.forms import RoundNameField
from casino.values.round_numbers import LONGEST_NAME, RoundName, UnknownRoundName, parse_round_name
from compliance.models import CaseKind, CaseReason, CaseState
from compliance.models.voids import LONGEST_EVIDENCE, LONGEST_NOTE
from compliance.voids.selectors.cases import HELD
from compliance.voids.selectors.hand_choice import MOST_HANDS, HandChoice, find_round_references
from compliance.voids.words import reasons_by_effect
from pages.forms import IdempotentForm
from pages.moments import MomentInput, in_zone_lazy, is_reversed
from wallet.cash.forms.statement import PeriodForm

_MOST_TEXT: Final = MOST_HANDS * (LONGEST_NAME + 2)
_BETWEEN: Final = re.compile(r"[\s,;]+")


def parse_hands(text: str) -> tuple[UUID, ...]:
    """Return the references of the rounds named in a text by number or reference, without duplicates. One query.

    Raises ValidationError for the first word that names no round, or for more than `MOST_HANDS` hands.
    """
    names = {word: _parse_round_name(word) for word in _BETWEEN.split(text) if word}
    known = find_round_references(one.number for one in names.values() if one.number)
    found: dict[UUID, None] = {}
    for word, name in names.items():
        reference = name.reference or known.get(name.number or "")
        if reference is None:
            raise _unknown(word)
        found[reference] = None
    if len(found) > MOST_HANDS:
        told = ngettext(
            "One case takes up to %(most)d hand: make several.",
            "One case takes up to %(most)d hands: make several.",
            MOST_HANDS,
        )
        raise ValidationError(told, params={"most": MOST_HANDS})
    return tuple(found)


def _parse_round_name(word: str) -> RoundName:
    try:
        return parse_round_name(word)
    except UnknownRoundName:
        raise _unknown(word) from None


def _unknown(word: str) -> ValidationError:
    told = _("“%(word)s” is not the number or reference of a round.")
    return ValidationError(told, "unknown_round", {"word": word[:LONGEST_NAME]})


class _Shown(IdempotentForm):
    """A form with an idempotency key and the digest of the figures shown."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    use_required_attribute = False


class _Evidence(_Shown):
    evidence = forms.CharField(
        label=_("Evidence"),
        max_length=LONGEST_EVIDENCE,
        widget=forms.Textarea({"rows": 5}),
        help_text=_(
            "Records, messages, times and who checked them. It stays with the case for ever; the player can't see it."
        ),
    )


class ProposeVoidForm(_Evidence):
    """Form to propose a void: hands, reason, evidence."""

    hands = forms.CharField(
        label=_("Hands"),
        required=False,
        max_length=_MOST_TEXT,
        widget=forms.Textarea({"rows": 3, "spellcheck": "false"}),
        help_text=_("Their numbers or references, on separate lines or with commas between them."),
    )
    shoe = forms.UUIDField(
        label=_("or a whole shoe"), required=False, help_text=_("Its id: all its hands.")
    )
    player = forms.EmailField(
        label=_("or a player's"),
        required=False,
        max_length=254,
        help_text=_("The email address. Use the times below to limit it to some hands."),
    )
    since = forms.DateTimeField(
        label=in_zone_lazy(_("dealt from ({zone})")), required=False, widget=MomentInput
    )
    until = forms.DateTimeField(
        label=in_zone_lazy(_("and before ({zone})")), required=False, widget=MomentInput
    )
    reason = forms.ChoiceField(
        label=_("Reason"),
        choices=lambda: [("", _("choose…")), *reasons_by_effect()],
        help_text=_(
            "It decides what happens to the money. Winning or counting cards is no reason."
        ),
    )
    field_order = ("hands", "shoe", "player", "since", "until", "reason", "evidence")

    def clean_hands(self) -> tuple[UUID, ...]:
        return parse_hands(self.cleaned_data["hands"])

    def clean_player(self) -> int | None:
        written = self.cleaned_data["player"]
        if not written:
            return None
        player = find_account_by_email(written)
        if player is None:
            raise ValidationError(_("No player has this address."))
        return player.pk

    def clean(self) -> dict[str, Any]:
        """Require exactly one way of choosing hands, and a valid period."""
        cleaned: dict[str, Any] = super().clean() or {}
        ways = [name for name in ("hands", "shoe", "player") if cleaned.get(name)]
        if not ways and not self.errors.keys() & {"hands", "shoe", "player"}:
            self.add_error(
                "hands", _("Name the hands: by their numbers, their shoe, or their player.")
            )
        if len(ways) > 1:
            self.add_error(ways[-1], _("Choose one way only: numbers, a shoe, or a player."))
        if is_reversed(cleaned.get("since"), cleaned.get("until")):
            self.add_error("until", _("The period ends before it begins."))
        return cleaned

    @property
    def choice(self) -> HandChoice:
        """The chosen hands; requires valid fields for hands."""
        cleaned = self.cleaned_data
        return HandChoice(
            cleaned["hands"], cleaned["shoe"], cleaned["player"], cleaned["since"], cleaned["until"]
        )


class FollowUpForm(_Evidence):
    """Form to propose a follow-up of an executed void."""

    hands = forms.CharField(
        label=_("Only these hands"),
        required=False,
        max_length=_MOST_TEXT,
        widget=forms.Textarea({"rows": 2, "spellcheck": "false"}),
        help_text=_("Their numbers. Leave it empty for all possible hands of the case."),
    )
    field_order = ("hands", "evidence")

    def clean_hands(self) -> tuple[UUID, ...]:
        return parse_hands(self.cleaned_data["hands"])

    @property
    def choice(self) -> HandChoice:
        """The chosen hands, empty for all; requires a valid form."""
        return HandChoice(hands=self.cleaned_data["hands"])


class CaseNoteForm(forms.Form):
    """Form to withdraw a proposal."""

    note = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=LONGEST_NOTE,
        widget=forms.Textarea({"rows": 2}),
        help_text=_("It stays in the history of the case."),
    )


class CasesForm(PeriodForm):
    """Filter form of the case list; all fields optional."""

    state = forms.ChoiceField(
        label=_("State"),
        required=False,
        choices=[("", pgettext_lazy("states", "all")), *CaseState.choices],
    )
    kind = forms.ChoiceField(
        label=_("Kind of case"), required=False, choices=[("", _("all")), *CaseKind.choices]
    )
    reason = forms.ChoiceField(
        label=_("Reason"),
        required=False,
        choices=[("", pgettext_lazy("reasons", "all")), *CaseReason.choices],
    )
    stakes = forms.ChoiceField(
        label=_("Stakes"),
        required=False,
        choices=[("", pgettext_lazy("reasons", "all")), (HELD, _("still suspended"))],
    )
    player = forms.CharField(
        label=_("Player: email address, name or number"), required=False, max_length=254
    )
    hand = RoundNameField(label=_("Hand"), required=False)
    since = forms.DateField(
        label=_("Proposed from"),
        required=False,
        widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"),
    )
    until = forms.DateField(
        label=_("to"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    field_order = ("state", "kind", "reason", "stakes", "player", "hand", "since", "until")
