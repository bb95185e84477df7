"""The forms of acts on a case, as the page lists them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.forms import BaseForm
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from cases.models import Case


@dataclass(frozen=True, slots=True)
class CaseAct:
    """An act that `may` allows by its key, which also names its URL and form. Without `button` it needs a reason alone."""

    key: str
    summary: str | Promise
    button: str | Promise = ""


@dataclass(frozen=True, slots=True)
class ActForm:
    """An act with the address that its form is sent to; `form` is None if it needs a reason alone."""

    key: str
    address: str
    summary: str | Promise
    button: str | Promise
    form: BaseForm | None


ACTS: Final = (
    CaseAct("note", gettext_lazy("Write a note"), gettext_lazy("Save the note")),
    CaseAct("assign", gettext_lazy("Assign or hand over"), gettext_lazy("Assign the case")),
    CaseAct(
        "contact",
        gettext_lazy("Record a contact with the player"),
        gettext_lazy("Save the contact"),
    ),
    CaseAct("documents", gettext_lazy("Ask for documents"), gettext_lazy("Send the letter")),
    CaseAct("wait", gettext_lazy("Wait for the player"), gettext_lazy("Set the date")),
    CaseAct("hold", gettext_lazy("Hold the withdrawals")),
    CaseAct("escalate", gettext_lazy("Give to the compliance manager")),
    CaseAct("play", gettext_lazy("Restrict play"), gettext_lazy("Restrict the player")),
    CaseAct("link", gettext_lazy("Link to another case"), gettext_lazy("Link the cases")),
    CaseAct(
        "report",
        gettext_lazy("Draft of a suspicious-activity report"),
        gettext_lazy("Save the draft"),
    ),
    CaseAct("decide", gettext_lazy("Decide"), gettext_lazy("Decide the case")),
    CaseAct("reopen", gettext_lazy("Reopen the case")),
)


def list_acts(case: Case, may: Mapping[str, bool], forms: Mapping[str, BaseForm]) -> list[ActForm]:
    """Return the acts that are allowed, with their forms by key."""
    return [
        ActForm(
            one.key,
            reverse(f"cases:{one.key}", args=[case.public_id]),
            one.summary,
            one.button,
            forms[one.key] if one.button else None,
        )
        for one in ACTS
        if may[one.key]
    ]
