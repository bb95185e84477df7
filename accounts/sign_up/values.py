"""Consents at sign-up, to the policies in force and to statements; and what else may be asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.identity.values.addresses import PostalAddress
from accounts.identity.values.document_numbers import DocumentNumber
from accounts.models.policies import PolicyKind
from accounts.models.users import ConsentKind
from internals.texts import LazyText


@dataclass(frozen=True)
class Statement:
    """A sentence that the player confirms, with the version of its wording."""

    kind: ConsentKind
    version: str
    text: LazyText


_STATEMENTS = (
    Statement(ConsentKind.ONLY_ME, "2026-11-01", _("Only I will use this account.")),
    Statement(
        ConsentKind.MONITORING,
        "2026-11-01",
        _("I agree that my play is recorded and may be reviewed."),
    ),
    Statement(
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


STATEMENTS: Final[Mapping[ConsentKind, Statement]] = {one.kind: one for one in _STATEMENTS}
POLICIES: Final = tuple(ConsentKind(kind) for kind in PolicyKind)
BOXES: Final = (
    ConsentBox(
        "accepts_documents",
        _("I accept the terms and conditions, the privacy notice and the other documents below."),
        POLICIES,
    ),
    ConsentBox(
        "confirms_statements",
        _("I confirm each of these statements:"),
        (ConsentKind.ONLY_ME, ConsentKind.ACCURACY, ConsentKind.MONITORING),
    ),
)
CONSENTS: Final = frozenset(kind for box in BOXES for kind in box.kinds)
"""Every consent that an account needs."""


@dataclass(frozen=True)
class NewcomerIdentity:
    """What the profile asks before an account exists; "" and None: not given."""

    full_name: str = ""
    address: PostalAddress | None = None
    phone: str = ""
    number: DocumentNumber | None = None
    kind: str = ""

    def __repr__(self) -> str:
        """Show nothing personal: this value may end up in an error report."""
        return "NewcomerIdentity(…)"

    @property
    def given(self) -> frozenset[str]:
        """The items given, as the profile's `identity_at_sign_up` names them."""
        items = {
            "name": self.full_name,
            "address": self.address,
            "phone": self.phone,
            "document_number": self.number,
        }
        return frozenset(name for name, value in items.items() if value)
