"""The gate before play: signed lists that were loaded, what they say about players, and answers of providers."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.models.identity import REASON_LENGTH, IdentityNumber
from accounts.models.restrictions import Restriction
from accounts.models.users import User
from approvals.models import PersonDecision, Proposal


class ListLoad(models.Model):
    """A signed list that was to be loaded: in force from a moment, or refused with a code.

    The list in force is that with the highest serial number of its kind among those with `in_force_at`.
    """

    class Kind(models.TextChoices):
        REGISTER = "register", _("Exclusion register")
        SANCTIONS = "sanctions", _("Sanctions list")

    kind = models.CharField(max_length=10, choices=Kind)
    source = models.CharField(max_length=60, blank=True)
    serial = models.PositiveIntegerField(null=True)
    day = models.DateField(null=True)
    entries = models.PositiveIntegerField(null=True)
    numbers = models.CharField(max_length=16, blank=True)  # name of the key of document numbers
    sha256 = models.CharField(max_length=64, blank=True)
    acting_user = models.ForeignKey(  # null: a command or the daily task
        User, on_delete=models.PROTECT, null=True, related_name="+"
    )
    at = models.DateTimeField(db_default=Now())
    in_force_at = models.DateTimeField(null=True)
    refused = models.CharField(max_length=40, blank=True, default="", db_default="")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="listload_whole_in_force",
                condition=Q(in_force_at__isnull=True)
                | Q(refused="", serial__isnull=False, day__isnull=False, entries__isnull=False),
            ),
            models.UniqueConstraint(
                name="listload_serial_once",
                fields=["kind", "serial"],
                condition=Q(in_force_at__isnull=False),
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                name="listload_in_force",
                fields=["kind", "-id"],
                condition=Q(in_force_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.serial or ''}"


class RegisterEntry(models.Model):
    """An entry of an exclusion register: country of a document and keyed hash of its number."""

    load = models.ForeignKey(ListLoad, on_delete=models.PROTECT, related_name="+", db_index=False)
    country = models.CharField(max_length=2)
    digest = models.BinaryField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="registerentry_once", fields=["load", "country", "digest"]
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.pk} of load {self.load_id}"


class RegisterNumber(models.Model):
    """A player's document number as the register has it: hashed with the register's key."""

    number = models.OneToOneField(
        IdentityNumber, on_delete=models.PROTECT, primary_key=True, related_name="+"
    )
    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    country = models.CharField(max_length=2)
    digest = models.BinaryField()
    numbers = models.CharField(max_length=16)  # name of the key

    def __str__(self) -> str:
        return f"number {self.number_id} for the register"


class RegisterListing(models.Model):
    """An exclusion that the register caused."""

    restriction = models.OneToOneField(
        Restriction, on_delete=models.PROTECT, primary_key=True, related_name="listing"
    )
    load = models.ForeignKey(  # null: a provider answered
        ListLoad, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"listing of restriction {self.restriction_id}"


class RegisterRemoval(models.Model):
    """The end of an exclusion that the register caused: the player is no longer listed."""

    listing = models.OneToOneField(
        RegisterListing, on_delete=models.PROTECT, primary_key=True, related_name="removal"
    )
    load = models.ForeignKey(
        ListLoad, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"removal of listing {self.listing_id}"


class SanctionsEntry(models.Model):
    """A name on a sanctions list, with the birth date as far as the list has it: "", "1960" or "1960-05-17"."""

    load = models.ForeignKey(ListLoad, on_delete=models.PROTECT, related_name="+", db_index=False)
    reference = models.CharField(max_length=60)
    name = models.CharField(max_length=300)
    birth = models.CharField(max_length=10, blank=True)
    letters = models.TextField()  # `accounts.values.name_similarity.sort_letters`

    class Meta:
        indexes: ClassVar = [
            models.Index(name="sanctionsentry_by_name", fields=["load", "letters"]),
        ]

    def __str__(self) -> str:
        return f"{self.reference} of load {self.load_id}"


class SanctionsMatch(models.Model):
    """A player who may be a person on a sanctions list; refused until a person decides. Append-only."""

    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="sanctions_matches")
    source = models.CharField(max_length=60)
    reference = models.CharField(max_length=60)
    name = models.CharField(max_length=300)
    birth = models.CharField(max_length=10, blank=True)
    # keyed digest of what the player was called then: another name is another match
    player_name = models.CharField(max_length=150)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="sanctionsmatch_once",
                fields=["player", "source", "reference", "name", "birth", "player_name"],
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} and {self.reference}"


class SanctionsProposal(Proposal):
    """A person's opinion whether the player is the person on the list, which another person decides."""

    match = models.ForeignKey(SanctionsMatch, on_delete=models.PROTECT, related_name="proposals")
    same = models.BooleanField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="sanctions_proposal_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {'the same person' if self.same else 'another person'}?"


class SanctionsVerdict(PersonDecision):
    """Decision on an opinion, by another person. A refused one leaves the match open."""

    proposal = models.OneToOneField(
        SanctionsProposal, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="sanctions_verdict_reason", condition=~Q(reason="")),
        ]


class SanctionsDecision(models.Model):
    """Whether the player is the person on the list, as two people decided; final."""

    match = models.OneToOneField(
        SanctionsMatch, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )
    same = models.BooleanField()
    reason = models.CharField(max_length=REASON_LENGTH)
    decided_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="sanctions_decision_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {'the same person' if self.same else 'another person'}"


class GateAnswer(models.Model):
    """The latest answer of a provider about a player, and until when it holds; of a location for one address."""

    class Check(models.TextChoices):
        REGISTER = "register", _("Exclusion register")
        LOCATION = "location", _("Location")
        SANCTIONS = "sanctions", _("Sanctions list")

    class Outcome(models.TextChoices):
        PASSED = "passed", _("Passed")
        REFUSED = "refused", _("Refused")
        DOUBT = "doubt", _("In doubt")
        UNANSWERED = "unanswered", _("Not answered")

    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    check_name = models.CharField(max_length=10, choices=Check)
    address = models.GenericIPAddressField(null=True)
    outcome = models.CharField(max_length=10, choices=Outcome)
    country = models.CharField(max_length=2, blank=True)
    region = models.CharField(max_length=10, blank=True)
    provider = models.CharField(max_length=40)
    asked_at = models.DateTimeField()
    valid_until = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="gateanswer_latest",
                fields=["player", "check_name", "address"],
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                name="gateanswer_times", condition=Q(valid_until__gte=F("asked_at"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.check_name} of player {self.player_id}: {self.outcome}"
