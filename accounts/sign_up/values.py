"""Consents at sign-up, with their current versions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.models.users import ConsentKind
from internals.texts import LazyText


@dataclass(frozen=True)
class ConsentDocument:
    """One consent; `statement` is the text of the checkbox."""

    kind: ConsentKind
    version: str
    statement: LazyText
    has_page: bool = False


_ALL = (
    ConsentDocument(
        ConsentKind.TERMS, "2026-12-01", _("I accept the terms and conditions."), has_page=True
    ),
    ConsentDocument(
        ConsentKind.PRIVACY, "2026-11-22", _("I accept the privacy notice."), has_page=True
    ),
    ConsentDocument(ConsentKind.ONLY_ME, "2026-11-01", _("Only I will use this account.")),
    ConsentDocument(
        ConsentKind.MONITORING,
        "2026-11-01",
        _("I agree that my play is recorded and may be reviewed."),
    ),
    ConsentDocument(
        ConsentKind.ACCURACY,
        "2026-11-01",
        _("The information I have entered is true and complete."),
    ),
)


@dataclass(frozen=True)
class ConsentBox:
    """One checkbox for several consents; each consent is stored separately."""

    field: str
    label: LazyText
    kinds: tuple[ConsentKind, ...]


BOXES: Final = (
    ConsentBox(
        "accepts_documents",
        _("I accept the terms and conditions and the privacy notice."),
        (ConsentKind.TERMS, ConsentKind.PRIVACY),
    ),
    ConsentBox(
        "confirms_statements",
        _("I confirm each of these statements:"),
        (ConsentKind.ONLY_ME, ConsentKind.ACCURACY, ConsentKind.MONITORING),
    ),
)

DOCUMENTS: Final[Mapping[ConsentKind, ConsentDocument]] = {
    document.kind: document for document in _ALL
}
