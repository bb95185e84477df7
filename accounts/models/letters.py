"""Letters from the house to players."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.models.restrictions import Restriction
from accounts.models.users import User
from journal.models.personal import PersonalTextField


class Letter(models.Model):
    """Letter to a player: mailed once (`compliance.players.services.letters`) and kept among the messages."""

    class Kind(models.TextChoices):
        SUSPENDED = "suspended", _("The account was suspended")
        EXCLUDED = "excluded", _("The player was excluded")
        LOCKED = "locked", _("Sign-in was locked")
        TIME_OUT = "time_out", _("The player took a time-out")
        OWN_WISH = "own_wish", _("The player excluded themselves")
        LIFTED = "lifted", _("A restriction was lifted")
        OVER = "over", _("A restriction is over")
        VERIFIED = "verified", _("Age and identity were verified")
        UNVERIFIED = "unverified", _("Corrected: identity must be verified again")
        DOCUMENT = "document", _("The identity document has expired")
        INACTIVE_SOON = "idle_soon", _("The account will be inactive")
        INACTIVE = "idle", _("The account is inactive")
        UPLOAD = "upload", _("The documents sent were refused")
        ONE_PERSON = "one_person", _("Closed: the person has another account")
        REVIEWED = "reviewed", _("The account was reviewed and is open")
        DOCUMENTS = "documents", _("Documents were requested")
        OUTCOME = "outcome", _("The outcome of a review was told")
        ANSWER = "answer", _("A dispute was answered")
        RULES = "rules", _("A change of rules was announced")
        PROFILE = "profile", _("New conditions of play were announced")
        RESET_DUE = "reset_due", _("Asked to reset the second factor")
        RESET_OFF = "reset_off", _("The second factor stays")
        RESET_DONE = "reset_done", _("The second factor was reset")
        SENT_BACK = "sent_back", _("A deposit is returned")
        REFUSED = "refused", _("A withdrawal was refused")
        DEPOSIT_REFUSED = "refused_in", _("A deposit was refused")
        CORRECTED = "corrected", _("A movement was reversed, or the balance adjusted")
        DEBT_PAID = "debt_paid", _("An amount owed was paid from the balance")
        LIMIT = "limit", _("The house set, changed or ended a limit")

    player = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="letters", db_index=False
    )
    kind = models.CharField(max_length=10, choices=Kind)
    restriction = models.ForeignKey(
        Restriction, on_delete=models.PROTECT, null=True, related_name="+"
    )
    words = PersonalTextField(max_length=1000, blank=True)  # text from staff to the player
    # id of the subject besides the account: a reply to a dispute, an announcement of rules, a limit, a decision
    about = models.CharField(max_length=40, blank=True, default="", db_default="")
    at = models.DateTimeField(db_default=Now())
    mailed_at = models.DateTimeField(null=True)
    tried_at = models.DateTimeField(null=True)  # last failed attempt
    seen_at = models.DateTimeField(null=True)  # seen by the player, on the site

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "kind", "about"],
                condition=~Q(about=""),
                name="letter_once_about_it",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "-at"], name="letter_of_player"),
            models.Index(
                fields=["player"], name="letter_unseen", condition=Q(seen_at__isnull=True)
            ),
            models.Index(
                fields=["at"], name="letter_unmailed", condition=Q(mailed_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} to player {self.player_id}"
