"""Users, the history of their states, and consents."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, ClassVar, Final

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from accounts.values.currencies import BASE_CURRENCY, display_currencies
from accounts.values.screen_names import LONGEST, screen_name
from journal.models.personal import PersonalTextField
from profiles.selectors.in_force import profile_in_force

ERASED_AT: Final = "@erased.invalid"
"""End of the address that stands for the deleted one of an erased person."""


class State(models.TextChoices):
    """Account state; every change is recorded as a StateChange."""

    PENDING = "pending", _("Pending")
    ACTIVE = "active", _("Active")
    LOCKED = "locked", _("Locked")
    SUSPENDED = "suspended", _("Suspended")
    SELF_EXCLUDED = "self_excluded", _("Self-excluded")
    OPERATOR_EXCLUDED = "operator_excluded", _("Excluded by the operator")
    CLOSED = "closed", _("Closed")


class Language(models.TextChoices):
    """Languages of the site, each by its own name."""

    ES = "es", "Español"
    EN = "en", "English"


class VerificationMethod(models.TextChoices):
    """Method by which age and identity were verified."""

    NONE = "", _("Not verified")
    DEMO = "demo", _("Demonstration player")
    STAFF = "staff", _("Document seen by staff")
    COPY = "copy", _("Copy of the document examined")
    VIDEO = "video", _("Document shown by video")


class ConsentKind(models.TextChoices):
    """Consents given at sign-up and to later versions of policies, one row each."""

    TERMS = "terms", _("Terms and conditions")
    PRIVACY = "privacy", _("Privacy notice")
    RESPONSIBLE = "responsible", _("Responsible play")
    BONUSES = "bonuses", _("Statement on bonuses")
    ONLY_ME = "only_me", _("Nobody else uses the account")
    MONITORING = "monitoring", _("Play is recorded and reviewed")
    ACCURACY = "accuracy", _("The information given is true")


class UserManager(BaseUserManager["User"]):
    """Manager that creates users by email address."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create a user, with the address in lower case. Raises ValidationError for invalid fields."""
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.full_clean(exclude=["password"])
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create an administrator: staff, never a player."""
        staff = {"is_staff": True, "is_superuser": True, "state": State.ACTIVE}
        return self.create_user(email, password, **{**fields, **staff})


class User(AbstractBaseUser, PermissionsMixin):
    """A player or a member of staff; the email address is the login."""

    email = models.EmailField(
        _("email address"),
        unique=True,
        error_messages={"unique": _("This address cannot be used.")},
    )
    full_name = models.CharField(_("full name"), max_length=150, blank=True)
    birth_date = models.DateField(_("birth date"), null=True, blank=True)
    country = models.CharField(_("country"), max_length=2, blank=True)
    # free text of an older release; entered since, an address is a `ResidentialAddress`
    address = models.CharField(_("address"), max_length=300, blank=True)
    # country of the residential address in force, "" without one: checked at each bet without a query
    address_country = models.CharField(
        max_length=2, blank=True, default="", db_default="", editable=False
    )
    display_currency = models.CharField(
        _("display currency"), max_length=3, choices=display_currencies, default=BASE_CURRENCY
    )
    language = models.CharField(_("language"), max_length=2, choices=Language, default=Language.ES)
    state = models.CharField(_("state"), max_length=20, choices=State, default=State.PENDING)
    keyboard_shortcuts = models.BooleanField(_("keyboard shortcuts"), default=True)
    four_colour_cards = models.BooleanField(_("four-colour cards"), default=False)
    quick_cards = models.BooleanField(_("quick cards"), default=False)
    sounds = models.BooleanField(_("sounds"), default=False)
    # name shown to others at a live table; null: the default of `accounts.values.screen_names`
    screen_name = models.CharField(_("screen name"), max_length=LONGEST, null=True, blank=True)  # noqa: DJ001 - null until chosen: only chosen ones are unique
    verified_at = models.DateTimeField(_("verified at"), null=True, blank=True)
    verification_method = models.CharField(
        _("verification method"),
        max_length=10,
        choices=VerificationMethod,
        default=VerificationMethod.NONE,
        blank=True,
    )
    document_until = models.DateField(_("document valid until"), null=True, blank=True)
    is_test_account = models.BooleanField(_("test account"), default=False)
    is_staff = models.BooleanField(_("staff"), default=False)
    # plays with play money before signing up, in one browser and for a day (`accounts.guests`)
    is_guest = models.BooleanField(_("guest"), default=False, editable=False)
    # number of times all sessions were ended at once; time when the password was last set
    sessions_ended = models.PositiveIntegerField(default=0, editable=False)
    password_set_at = models.DateTimeField(null=True, blank=True, editable=False)
    # start of the current play session, across devices (`accounts.visits`)
    session_began = models.DateTimeField(null=True, blank=True, editable=False)
    # reality check (`accounts.protection.services.reality_answers`); null: the house's interval, not answered yet
    reality_minutes = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    reality_checked_at = models.DateTimeField(null=True, blank=True, editable=False)
    # last grant of play money (`casino.play.services.play_money`)
    play_money_at = models.DateTimeField(null=True, blank=True, editable=False)
    # blocks new bets only; account and payments stay open (`tables.services.switches`)
    play_stopped = models.BooleanField(_("play stopped"), default=False)
    created_at = models.DateTimeField(_("created at"), default=timezone.now, editable=False)
    # when the personal data of this account ended (`compliance.erasure`)
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["full_name"]

    objects: ClassVar[UserManager] = UserManager()

    # set per request by `accounts.guests`: the player is known by the browser alone, without a sign-in
    plays_as_guest = False
    has_signed_up = False  # likewise: an account was opened in this browser
    plays_by_app = (
        False  # set per request by `api.authentication`: a registered app acts for the player
    )

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints: ClassVar = [
            models.CheckConstraint(
                name="user_email_lower_case", condition=models.Q(email=Lower("email"))
            ),
            models.CheckConstraint(
                name="user_state_known", condition=models.Q(state__in=State.values)
            ),
            models.CheckConstraint(
                name="user_player_has_birth_date_and_country",
                condition=models.Q(is_staff=True)
                | models.Q(is_guest=True)
                | models.Q(erased_at__isnull=False)
                | (models.Q(birth_date__isnull=False) & ~models.Q(country="")),
            ),
            models.CheckConstraint(
                name="user_erased_has_no_name",
                condition=models.Q(erased_at__isnull=True)
                | models.Q(
                    is_staff=False,
                    state=State.CLOSED,
                    full_name="",
                    address="",
                    birth_date__isnull=True,
                    screen_name__isnull=True,
                    email__endswith=ERASED_AT,
                ),
            ),
            models.CheckConstraint(
                name="user_guest_is_nobody_yet",
                condition=models.Q(is_guest=False)
                | models.Q(is_staff=False, verified_at__isnull=True),
            ),
            models.CheckConstraint(
                name="user_verified_with_method",
                condition=models.Q(verified_at__isnull=True, verification_method="")
                | (models.Q(verified_at__isnull=False) & ~models.Q(verification_method="")),
            ),
            models.UniqueConstraint(Lower("screen_name"), name="user_screen_name_once"),
        ]
        indexes: ClassVar = [  # closed accounts may still have money
            models.Index(fields=["id"], condition=models.Q(state=State.CLOSED), name="user_closed"),
            # filters of the staff's player list
            models.Index(fields=["state", "-id"], name="user_by_state"),
            models.Index(fields=["country", "-id"], name="user_by_country"),
            models.Index(fields=["birth_date"], name="user_by_birth_date"),
            models.Index(
                fields=["-id"], condition=models.Q(is_test_account=True), name="user_for_tests"
            ),
            models.Index(
                fields=["-id"], condition=models.Q(play_stopped=True), name="user_play_stopped"
            ),
            models.Index(
                fields=["created_at"], condition=models.Q(state=State.PENDING), name="user_pending"
            ),
            models.Index(
                fields=["document_until"],
                condition=models.Q(document_until__isnull=False),
                name="user_by_document",
            ),
        ]

    def __str__(self) -> str:
        return self.email

    @property
    def is_active(self) -> bool:  # type: ignore[override]  # read-only: derived from the state
        """True if this account may sign in (name used by Django and allauth).

        Excluded, suspended and closed players may, to see their money; locked accounts and staff who have left
        may not.
        """
        left = self.is_staff and self.state == State.CLOSED
        return self.state != State.LOCKED and not left

    def get_session_auth_hash(self) -> str:
        """Bind sessions to the state and to `sessions_ended`: closing the account ends them."""
        return self._bound(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """Yield the session hashes of the previous secret keys."""
        yield from map(self._bound, super().get_session_auth_fallback_hash())

    def _bound(self, digest: str) -> str:
        ended = f"{digest}.{self.sessions_ended}" if self.sessions_ended else digest
        return f"{ended}.closed" if self.state == State.CLOSED else ended

    def set_password(self, raw_password: str | None) -> None:
        """Set the password and its time; the caller saves."""
        super().set_password(raw_password)
        self.password_set_at = timezone.now()

    @property
    def shown_name(self) -> str:
        """Name shown to others at a live table, in the reader's language."""
        return screen_name(self.screen_name, self.pk)

    @property
    def is_verified(self) -> bool:
        """True if age and identity are verified."""
        return self.verified_at is not None

    @property
    def is_document_expired(self) -> bool:
        """True if the verified document has expired; it is valid through its last day (UTC)."""
        return self.document_until is not None and self.document_until < timezone.now().date()

    @property
    def play_until(self) -> date | None:
        """Last day (UTC) of bets and deposits: the document's last day plus the grace period; None without one."""
        if self.document_until is None:
            return None
        grace = profile_in_force(self.country).document_grace_days
        return self.document_until + timedelta(days=grace)

    @property
    def is_document_grace_over(self) -> bool:
        """True if the document had to be renewed before today (UTC)."""
        return self.play_until is not None and self.play_until < timezone.now().date()

    @property
    def display_name(self) -> str:
        """Name shown to staff and the player: the full name, else the email address; the number of a guest or an erased person."""
        if self.erased_at is not None:
            return gettext("Erased person %(n)d") % {"n": self.pk}
        if self.is_guest:
            return gettext("Guest %(n)d") % {"n": self.pk}
        return self.full_name or self.email

    def get_full_name(self) -> str:
        return self.full_name

    def get_short_name(self) -> str:
        """First word of the name."""
        return self.full_name.split(" ", 1)[0]


class StateChange(models.Model):
    """Change of an account's state, with its reason. Append-only."""

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="state_changes")
    from_state = models.CharField(max_length=20, choices=State)
    to_state = models.CharField(max_length=20, choices=State)
    reason = PersonalTextField(max_length=500, owner="user_id")
    acting_user = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("change of state")
        verbose_name_plural = _("changes of state")
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.CheckConstraint(name="statechange_has_reason", condition=~models.Q(reason="")),
            models.CheckConstraint(
                name="statechange_changes",
                condition=~models.Q(from_state=models.F("to_state")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.from_state} → {self.to_state}"


class Consent(models.Model):
    """Consent of a player to a statement, or to one version of a policy, read in `language` from `address`."""

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="consents")
    kind = models.CharField(max_length=20, choices=ConsentKind)
    version = models.CharField(max_length=20)
    accepted_at = models.DateTimeField(default=timezone.now)
    policy = models.ForeignKey(
        "accounts.PolicyVersion",
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )
    language = models.CharField(max_length=2, default="", db_default="")
    address = models.GenericIPAddressField(null=True)

    class Meta:
        verbose_name = _("consent")
        verbose_name_plural = _("consents")
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="consent_once_per_version", fields=["user", "kind", "version"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.version}"
