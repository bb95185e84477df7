"""Identity of players: document numbers, possible duplicates, uploads."""

import uuid
from typing import ClassVar, Final

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from journal.models.personal import PersonalTextField

REASON_LENGTH: Final = 500


class DocumentKind(models.TextChoices):
    """Kinds of identity documents, as the profile's `documents_accepted` names them."""

    NATIONAL_ID = "national_id", _("National identity card")
    PASSPORT = "passport", _("Passport")
    RESIDENCE_PERMIT = "residence_permit", _("Residence permit")
    DRIVING_LICENCE = "driving_licence", _("Driving licence")
    OTHER = "other", _("Another document with a photograph")


class IdentityNumber(models.Model):
    """A player's document number: encrypted, and as a keyed hash that is unique.

    Rows are kept, also for closed accounts, so that nobody can sign up twice. A corrected number is
    `withdrawn`.
    """

    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="identity_numbers")
    country = models.CharField(max_length=2)  # issuing country
    kind = models.CharField(  # "" in rows of an older release
        max_length=20, choices=DocumentKind, blank=True, default="", db_default=""
    )
    digest = models.CharField(max_length=64)
    sealed = models.BinaryField()
    acting_user = models.ForeignKey(  # null: entered by the player
        User, on_delete=models.PROTECT, null=True, related_name="+"
    )
    at = models.DateTimeField(db_default=Now())
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["digest"],
                condition=Q(withdrawn_at__isnull=True),
                name="identity_number_once",
            ),
            models.UniqueConstraint(
                fields=["player"],
                condition=Q(withdrawn_at__isnull=True),
                name="identity_number_of_player",
            ),
        ]

    def __str__(self) -> str:
        return f"document number of player {self.player_id}"


class Double(models.Model):
    """Pair of accounts with similar names and the same birth date; `newer` waits for a decision."""

    newer = models.ForeignKey(User, on_delete=models.PROTECT, related_name="doubles")
    other = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["newer", "other"], name="double_once"),
            models.CheckConstraint(name="double_of_two", condition=~Q(newer=models.F("other"))),
        ]

    def __str__(self) -> str:
        return f"players {self.newer_id} and {self.other_id}"


class DoubleDecision(models.Model):
    """Decision by staff whether a pair is one person; final."""

    double = models.OneToOneField(
        Double, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )
    same = models.BooleanField()
    reason = models.CharField(max_length=REASON_LENGTH)
    decided_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="double_decision_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"{self.double_id}: {'one person' if self.same else 'two people'}"


class Upload(models.Model):
    """Picture or PDF of a document, sent by a player.

    The file is stored outside the database, encrypted (`accounts.identity.services.document_files`).
    """

    class Kind(models.TextChoices):
        FRONT = "front", _("Front of the document, or page with the photograph")
        BACK = "back", _("Back of the document")
        FACE = "face", _("You, with the document in your hand")
        ADDRESS = "address", _("Proof of address, of the last three months")

    class State(models.TextChoices):
        WAITING = "waiting", _("Pending review")
        ACCEPTED = "accepted", _("Accepted")
        REFUSED = "refused", _("Refused")
        REPLACED = "replaced", _("No longer needed")

    key = models.UUIDField(unique=True, default=uuid.uuid4)  # file name
    player = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="uploads", db_index=False
    )
    kind = models.CharField(max_length=10, choices=Kind)
    media_type = models.CharField(max_length=20)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    at = models.DateTimeField(db_default=Now())
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    # Text of a refusal, for the player.
    words = PersonalTextField(max_length=REASON_LENGTH, blank=True)
    decided_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)
    deleted_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "kind"], condition=Q(state="waiting"), name="upload_waits_once"
            ),
            models.CheckConstraint(
                name="upload_refused_with_words", condition=Q(state="refused") ^ Q(words="")
            ),
            models.CheckConstraint(
                name="upload_decided",
                condition=Q(state="waiting", decided_at__isnull=True)
                | (~Q(state="waiting") & Q(decided_at__isnull=False)),
            ),
            models.CheckConstraint(
                name="upload_deleted_if_not_needed",
                condition=Q(deleted_at__isnull=True) | Q(state__in=["refused", "replaced"]),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "-at"], name="upload_of_player"),
            models.Index(fields=["at"], condition=Q(state="waiting"), name="upload_waiting"),
            models.Index(
                fields=["decided_at"],
                condition=Q(state__in=["refused", "replaced"], deleted_at__isnull=True),
                name="upload_to_delete",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of player {self.player_id}"

    @property
    def format_name(self) -> str:
        """Name of the format: JPEG, PNG or PDF."""
        return self.media_type.rpartition("/")[2].upper()
