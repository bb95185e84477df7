"""Form field for a round's number or reference."""

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from casino.values.round_numbers import LONGEST_NAME, RoundName, UnknownRoundName, parse_round_name


class RoundNameField(forms.CharField):
    """Text field that accepts a round's number (R-7K4QX-2M9TB) or its reference (a UUID)."""

    default_error_messages: ClassVar = {
        "unknown_round_name": _(
            "This is neither the number of a round, like R-7K4QX-2M9TB, nor a reference."
        )
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_NAME, **kwargs)

    def clean(self, value: Any) -> RoundName | None:
        """Return the parsed round name, or None for an empty field."""
        written = super().clean(value)
        if not written:
            return None
        try:
            return parse_round_name(written)
        except UnknownRoundName as error:
            code = "unknown_round_name"
            raise ValidationError(self.error_messages[code], code=code) from error
