import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from accounts.values.currencies import display_currencies
from approvals.operations import decided_by_another, proposed_by_staff
from internals.create_models import CreateModels
from journal.operations.append_only import append_only
from journal.sql import run_sql

# The rights of each role are in `accounts.roles.services`; the groups only hold the people.
_ROLES = [
    "operator",
    "compliance_analyst",
    "compliance_manager",
    "cashier",
    "auditor",
    "administrator",
]


class Migration(migrations.Migration):
    """Accounts of players and staff, restrictions, and the groups of staff."""

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("approvals", "0001_initial"),
        ("journal", "0001_initial"),
    ]

    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name="User",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("password", models.CharField(max_length=128, verbose_name="password")),
                        (
                            "last_login",
                            models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                        ),
                        (
                            "is_superuser",
                            models.BooleanField(
                                default=False,
                                help_text="Designates that this user has all permissions without explicitly assigning them.",
                                verbose_name="superuser status",
                            ),
                        ),
                        (
                            "email",
                            models.EmailField(
                                error_messages={"unique": "This address cannot be used."},
                                max_length=254,
                                unique=True,
                                verbose_name="email address",
                            ),
                        ),
                        (
                            "full_name",
                            models.CharField(blank=True, max_length=150, verbose_name="full name"),
                        ),
                        (
                            "birth_date",
                            models.DateField(blank=True, null=True, verbose_name="birth date"),
                        ),
                        (
                            "country",
                            models.CharField(blank=True, max_length=2, verbose_name="country"),
                        ),
                        (
                            "address",
                            models.CharField(blank=True, max_length=300, verbose_name="address"),
                        ),
                        (
                            "display_currency",
                            models.CharField(
                                choices=display_currencies,
                                default="USD",
                                max_length=3,
                                verbose_name="display currency",
                            ),
                        ),
                        (
                            "language",
                            models.CharField(
                                choices=[("es", "Español"), ("en", "English")],
                                default="es",
                                max_length=2,
                                verbose_name="language",
                            ),
                        ),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("pending", "Pending"),
                                    ("active", "Active"),
                                    ("locked", "Locked"),
                                    ("suspended", "Suspended"),
                                    ("self_excluded", "Self-excluded"),
                                    ("operator_excluded", "Excluded by the operator"),
                                    ("closed", "Closed"),
                                ],
                                default="pending",
                                max_length=20,
                                verbose_name="state",
                            ),
                        ),
                        (
                            "keyboard_shortcuts",
                            models.BooleanField(default=True, verbose_name="keyboard shortcuts"),
                        ),
                        (
                            "four_colour_cards",
                            models.BooleanField(default=False, verbose_name="four-colour cards"),
                        ),
                        (
                            "quick_cards",
                            models.BooleanField(default=False, verbose_name="quick cards"),
                        ),
                        ("sounds", models.BooleanField(default=False, verbose_name="sounds")),
                        (
                            "screen_name",
                            models.CharField(
                                blank=True, max_length=16, null=True, verbose_name="screen name"
                            ),
                        ),
                        (
                            "verified_at",
                            models.DateTimeField(blank=True, null=True, verbose_name="verified at"),
                        ),
                        (
                            "verification_method",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("", "Not verified"),
                                    ("demo", "Demonstration player"),
                                    ("staff", "Document seen by staff"),
                                    ("copy", "Copy of the document examined"),
                                    ("video", "Document shown by video"),
                                ],
                                default="",
                                max_length=10,
                                verbose_name="verification method",
                            ),
                        ),
                        (
                            "document_until",
                            models.DateField(
                                blank=True, null=True, verbose_name="document valid until"
                            ),
                        ),
                        (
                            "is_test_account",
                            models.BooleanField(default=False, verbose_name="test account"),
                        ),
                        ("is_staff", models.BooleanField(default=False, verbose_name="staff")),
                        (
                            "is_guest",
                            models.BooleanField(
                                default=False, editable=False, verbose_name="guest"
                            ),
                        ),
                        ("sessions_ended", models.PositiveIntegerField(default=0, editable=False)),
                        (
                            "password_set_at",
                            models.DateTimeField(blank=True, editable=False, null=True),
                        ),
                        (
                            "session_began",
                            models.DateTimeField(blank=True, editable=False, null=True),
                        ),
                        (
                            "reality_minutes",
                            models.PositiveSmallIntegerField(blank=True, editable=False, null=True),
                        ),
                        (
                            "reality_checked_at",
                            models.DateTimeField(blank=True, editable=False, null=True),
                        ),
                        (
                            "play_money_at",
                            models.DateTimeField(blank=True, editable=False, null=True),
                        ),
                        (
                            "play_stopped",
                            models.BooleanField(default=False, verbose_name="play stopped"),
                        ),
                        (
                            "created_at",
                            models.DateTimeField(
                                default=django.utils.timezone.now,
                                editable=False,
                                verbose_name="created at",
                            ),
                        ),
                        (
                            "groups",
                            models.ManyToManyField(
                                blank=True,
                                help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                                related_name="user_set",
                                related_query_name="user",
                                to="auth.group",
                                verbose_name="groups",
                            ),
                        ),
                        (
                            "user_permissions",
                            models.ManyToManyField(
                                blank=True,
                                help_text="Specific permissions for this user.",
                                related_name="user_set",
                                related_query_name="user",
                                to="auth.permission",
                                verbose_name="user permissions",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "user",
                        "verbose_name_plural": "users",
                        "indexes": [
                            models.Index(
                                condition=models.Q(("state", "closed")),
                                fields=["id"],
                                name="user_closed",
                            ),
                            models.Index(fields=["state", "-id"], name="user_by_state"),
                            models.Index(fields=["country", "-id"], name="user_by_country"),
                            models.Index(fields=["birth_date"], name="user_by_birth_date"),
                            models.Index(
                                condition=models.Q(("is_test_account", True)),
                                fields=["-id"],
                                name="user_for_tests",
                            ),
                            models.Index(
                                condition=models.Q(("play_stopped", True)),
                                fields=["-id"],
                                name="user_play_stopped",
                            ),
                            models.Index(
                                condition=models.Q(("state", "pending")),
                                fields=["created_at"],
                                name="user_pending",
                            ),
                            models.Index(
                                condition=models.Q(("document_until__isnull", False)),
                                fields=["document_until"],
                                name="user_by_document",
                            ),
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("email", django.db.models.functions.text.Lower("email"))
                                ),
                                name="user_email_lower_case",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "state__in",
                                        [
                                            "pending",
                                            "active",
                                            "locked",
                                            "suspended",
                                            "self_excluded",
                                            "operator_excluded",
                                            "closed",
                                        ],
                                    )
                                ),
                                name="user_state_known",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("is_staff", True),
                                    ("is_guest", True),
                                    models.Q(
                                        ("birth_date__isnull", False),
                                        models.Q(("country", ""), _negated=True),
                                    ),
                                    _connector="OR",
                                ),
                                name="user_player_has_birth_date_and_country",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("is_guest", False),
                                    models.Q(("is_staff", False), ("verified_at__isnull", True)),
                                    _connector="OR",
                                ),
                                name="user_guest_is_nobody_yet",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("verification_method", ""), ("verified_at__isnull", True)
                                    ),
                                    models.Q(
                                        ("verified_at__isnull", False),
                                        models.Q(("verification_method", ""), _negated=True),
                                    ),
                                    _connector="OR",
                                ),
                                name="user_verified_with_method",
                            ),
                            models.UniqueConstraint(
                                django.db.models.functions.text.Lower("screen_name"),
                                name="user_screen_name_once",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="StateChange",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="state_changes",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "from_state",
                            models.CharField(
                                choices=[
                                    ("pending", "Pending"),
                                    ("active", "Active"),
                                    ("locked", "Locked"),
                                    ("suspended", "Suspended"),
                                    ("self_excluded", "Self-excluded"),
                                    ("operator_excluded", "Excluded by the operator"),
                                    ("closed", "Closed"),
                                ],
                                max_length=20,
                            ),
                        ),
                        (
                            "to_state",
                            models.CharField(
                                choices=[
                                    ("pending", "Pending"),
                                    ("active", "Active"),
                                    ("locked", "Locked"),
                                    ("suspended", "Suspended"),
                                    ("self_excluded", "Self-excluded"),
                                    ("operator_excluded", "Excluded by the operator"),
                                    ("closed", "Closed"),
                                ],
                                max_length=20,
                            ),
                        ),
                        ("reason", models.CharField(max_length=500)),
                        (
                            "acting_user",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("at", models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                    options={
                        "verbose_name": "change of state",
                        "verbose_name_plural": "changes of state",
                        "ordering": ["id"],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="statechange_has_reason",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("from_state", models.F("to_state")), _negated=True
                                ),
                                name="statechange_changes",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Consent",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="consents",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("terms", "Terms and conditions"),
                                    ("privacy", "Privacy notice"),
                                    ("only_me", "Nobody else uses the account"),
                                    ("monitoring", "Play is recorded and reviewed"),
                                    ("accuracy", "The information given is true"),
                                ],
                                max_length=20,
                            ),
                        ),
                        ("version", models.CharField(max_length=20)),
                        ("accepted_at", models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                    options={
                        "verbose_name": "consent",
                        "verbose_name_plural": "consents",
                        "ordering": ["id"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("user", "kind", "version"), name="consent_once_per_version"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="IdentityNumber",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="identity_numbers",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("country", models.CharField(max_length=2)),
                        ("digest", models.CharField(max_length=64)),
                        ("sealed", models.BinaryField()),
                        (
                            "acting_user",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now()
                            ),
                        ),
                        ("withdrawn_at", models.DateTimeField(null=True)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("withdrawn_at__isnull", True)),
                                fields=("digest",),
                                name="identity_number_once",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("withdrawn_at__isnull", True)),
                                fields=("player",),
                                name="identity_number_of_player",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Double",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "newer",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="doubles",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "other",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now()
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(fields=("newer", "other"), name="double_once"),
                            models.CheckConstraint(
                                condition=models.Q(("newer", models.F("other")), _negated=True),
                                name="double_of_two",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DoubleDecision",
                    fields=[
                        (
                            "double",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="decision",
                                serialize=False,
                                to="accounts.double",
                            ),
                        ),
                        ("same", models.BooleanField()),
                        ("reason", models.CharField(max_length=500)),
                        (
                            "decided_by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now()
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="double_decision_reason",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Upload",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("key", models.UUIDField(default=uuid.uuid4, unique=True)),
                        (
                            "player",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="uploads",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("front", "Front of the document, or page with the photograph"),
                                    ("back", "Back of the document"),
                                    ("face", "You, with the document in your hand"),
                                    ("address", "Proof of address, of the last three months"),
                                ],
                                max_length=10,
                            ),
                        ),
                        ("media_type", models.CharField(max_length=20)),
                        ("size", models.PositiveIntegerField()),
                        ("sha256", models.CharField(max_length=64)),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now()
                            ),
                        ),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("waiting", "Pending review"),
                                    ("accepted", "Accepted"),
                                    ("refused", "Refused"),
                                    ("replaced", "No longer needed"),
                                ],
                                default="waiting",
                                max_length=10,
                            ),
                        ),
                        ("words", models.CharField(blank=True, max_length=500)),
                        (
                            "decided_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("decided_at", models.DateTimeField(null=True)),
                        ("deleted_at", models.DateTimeField(null=True)),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["player", "-at"], name="upload_of_player"),
                            models.Index(
                                condition=models.Q(("state", "waiting")),
                                fields=["at"],
                                name="upload_waiting",
                            ),
                            models.Index(
                                condition=models.Q(
                                    ("deleted_at__isnull", True),
                                    ("state__in", ["refused", "replaced"]),
                                ),
                                fields=["decided_at"],
                                name="upload_to_delete",
                            ),
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("state", "waiting")),
                                fields=("player", "kind"),
                                name="upload_waits_once",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("state", "refused"), ("words", ""), _connector="XOR"
                                ),
                                name="upload_refused_with_words",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("decided_at__isnull", True), ("state", "waiting")),
                                    models.Q(
                                        models.Q(("state", "waiting"), _negated=True),
                                        ("decided_at__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="upload_decided",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("deleted_at__isnull", True),
                                    ("state__in", ["refused", "replaced"]),
                                    _connector="OR",
                                ),
                                name="upload_deleted_if_not_needed",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Mail",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("sealed", models.BinaryField(null=True)),
                        (
                            "letter",
                            models.OneToOneField(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="waiting_mail",
                                to="accounts.letter",
                            ),
                        ),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now()
                            ),
                        ),
                        ("tried", models.PositiveSmallIntegerField(default=0)),
                        (
                            "next_at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now()
                            ),
                        ),
                        ("given_up_at", models.DateTimeField(null=True)),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["given_up_at", "next_at"], name="mail_due")
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("given_up_at__isnull", True), ("sealed__isnull", False)
                                    ),
                                    models.Q(
                                        ("given_up_at__isnull", False), ("sealed__isnull", True)
                                    ),
                                    _connector="OR",
                                ),
                                name="mail_waits_or_is_given_up",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Restriction",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("key", models.UUIDField(default=uuid.uuid4, unique=True)),
                        (
                            "player",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="restrictions",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("suspended", "Suspension"),
                                    ("operator_excluded", "Exclusion by the house"),
                                    ("self_excluded", "Self-exclusion"),
                                    ("locked", "Locked sign-in"),
                                ],
                                max_length=20,
                            ),
                        ),
                        ("until", models.DateTimeField(null=True)),
                        ("reason", models.CharField(max_length=500)),
                        (
                            "imposed_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now()
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("until__isnull", False)),
                                fields=["until"],
                                name="restriction_ends",
                            )
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="restriction_reason",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "kind__in",
                                        [
                                            "suspended",
                                            "operator_excluded",
                                            "self_excluded",
                                            "locked",
                                        ],
                                    )
                                ),
                                name="restriction_kind",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Lifting",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("reason", models.CharField(max_length=500)),
                        (
                            "proposed_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        (
                            "proposed_by",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "restriction",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="liftings",
                                to="accounts.restriction",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="lifting_reason",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="LiftingDecision",
                    fields=[
                        ("approved", models.BooleanField()),
                        (
                            "reason",
                            models.CharField(blank=True, db_default="", default="", max_length=500),
                        ),
                        (
                            "decided_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        (
                            "decided_by",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "proposal",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="decision",
                                serialize=False,
                                to="accounts.lifting",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="lifting_decision_reason",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Note",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("key", models.UUIDField(default=uuid.uuid4, unique=True)),
                        (
                            "player",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="notes",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("text", models.CharField(max_length=2000)),
                        (
                            "acting_user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now()
                            ),
                        ),
                    ],
                    options={
                        "indexes": [models.Index(fields=["player", "-at"], name="note_of_player")],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("text", ""), _negated=True), name="note_text"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Letter",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="letters",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("suspended", "The account was suspended"),
                                    ("excluded", "The player was excluded"),
                                    ("locked", "Sign-in was locked"),
                                    ("time_out", "The player took a time-out"),
                                    ("own_wish", "The player excluded themselves"),
                                    ("lifted", "A restriction was lifted"),
                                    ("over", "A restriction is over"),
                                    ("verified", "Age and identity were verified"),
                                    ("unverified", "Corrected: identity must be verified again"),
                                    ("document", "The identity document has expired"),
                                    ("upload", "The documents sent were refused"),
                                    ("one_person", "Closed: the person has another account"),
                                    ("reviewed", "The account was reviewed and is open"),
                                    ("answer", "A dispute was answered"),
                                    ("rules", "A change of rules was announced"),
                                    ("reset_due", "Asked to reset the second factor"),
                                    ("reset_off", "The second factor stays"),
                                    ("reset_done", "The second factor was reset"),
                                    ("sent_back", "A deposit is returned"),
                                    ("refused", "A withdrawal was refused"),
                                    ("refused_in", "A deposit was refused"),
                                    (
                                        "corrected",
                                        "A movement was reversed, or the balance adjusted",
                                    ),
                                    ("debt_paid", "An amount owed was paid from the balance"),
                                    ("limit", "The house set, changed or ended a limit"),
                                ],
                                max_length=10,
                            ),
                        ),
                        (
                            "restriction",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="accounts.restriction",
                            ),
                        ),
                        ("words", models.CharField(blank=True, max_length=1000)),
                        (
                            "about",
                            models.CharField(blank=True, db_default="", default="", max_length=40),
                        ),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now()
                            ),
                        ),
                        ("mailed_at", models.DateTimeField(null=True)),
                        ("tried_at", models.DateTimeField(null=True)),
                        ("seen_at", models.DateTimeField(null=True)),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["player", "-at"], name="letter_of_player"),
                            models.Index(
                                condition=models.Q(("seen_at__isnull", True)),
                                fields=["player"],
                                name="letter_unseen",
                            ),
                            models.Index(
                                condition=models.Q(("mailed_at__isnull", True)),
                                fields=["at"],
                                name="letter_unmailed",
                            ),
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("about", ""), _negated=True),
                                fields=("player", "kind", "about"),
                                name="letter_once_about_it",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Look",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "staff",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("player", "player"),
                                    ("round", "round"),
                                    ("shoe", "shoe"),
                                    ("case", "case of voids"),
                                    ("dispute", "dispute"),
                                    ("document", "document of a player"),
                                ],
                                max_length=8,
                            ),
                        ),
                        ("object", models.CharField(max_length=36)),
                        ("hour", models.DateTimeField()),
                        ("at", models.DateTimeField()),
                    ],
                    options={
                        "indexes": [models.Index(fields=["staff", "-id"], name="look_of_staff")],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("kind", "object", "hour", "staff"), name="look_once_an_hour"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DataSeen",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "staff",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("day", models.DateField()),
                    ],
                    options={
                        "db_table": "accounts_seen",
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("player", "day", "staff"), name="seen_once_a_day"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="FactorReset",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("reason", models.CharField(max_length=500)),
                        (
                            "proposed_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        (
                            "proposed_by",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("key", models.UUIDField(default=uuid.uuid4, unique=True)),
                        (
                            "player",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="factor_resets",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "letter",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="accounts.letter",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="factor_reset_reason",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="FactorResetDecision",
                    fields=[
                        ("approved", models.BooleanField()),
                        (
                            "reason",
                            models.CharField(blank=True, db_default="", default="", max_length=500),
                        ),
                        (
                            "decided_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        (
                            "decided_by",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "proposal",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="decision",
                                serialize=False,
                                to="accounts.factorreset",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="factor_reset_decision_reason",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="FactorResetEnd",
                    fields=[
                        (
                            "reset",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="end",
                                serialize=False,
                                to="accounts.factorreset",
                            ),
                        ),
                        (
                            "how",
                            models.CharField(
                                choices=[
                                    ("done", "the second factor was reset"),
                                    ("shown", "the second factor was used, so it is not lost"),
                                    ("stopped", "stopped by staff"),
                                ],
                                max_length=10,
                            ),
                        ),
                        ("reason", models.CharField(blank=True, max_length=500)),
                        (
                            "acting_user",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now()
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("acting_user__isnull", False),
                                        ("how", "stopped"),
                                        models.Q(("reason", ""), _negated=True),
                                    ),
                                    models.Q(
                                        ("acting_user__isnull", True),
                                        ("how__in", ["done", "shown"]),
                                        ("reason", ""),
                                    ),
                                    _connector="OR",
                                ),
                                name="factor_reset_stopped_by_somebody",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="StaffAccess",
                    fields=[
                        (
                            "user",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="access",
                                serialize=False,
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("seen_at", models.DateTimeField()),
                        ("seen_from", models.GenericIPAddressField(null=True)),
                    ],
                ),
                migrations.CreateModel(
                    name="StaffChange",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("reason", models.CharField(max_length=500)),
                        (
                            "proposed_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        (
                            "proposed_by",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("create", "New account"),
                                    ("roles", "Other roles"),
                                    ("factor", "Reset of the second factor"),
                                    ("state", "Other state"),
                                    ("address", "Other email address"),
                                ],
                                max_length=7,
                            ),
                        ),
                        (
                            "person",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("data", models.JSONField(default=dict)),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("kind", "create"), ("person__isnull", True)),
                                    models.Q(
                                        models.Q(("kind", "create"), _negated=True),
                                        ("person__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="staffchange_of_somebody",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="staffchange_reason",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="StaffChangeDecision",
                    fields=[
                        ("approved", models.BooleanField()),
                        (
                            "reason",
                            models.CharField(blank=True, db_default="", default="", max_length=500),
                        ),
                        (
                            "decided_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        (
                            "decided_by",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "proposal",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="decision",
                                serialize=False,
                                to="accounts.staffchange",
                            ),
                        ),
                    ],
                    options={
                        "abstract": False,
                    },
                ),
                migrations.CreateModel(
                    name="RightsReview",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "acting_user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now()
                            ),
                        ),
                        ("note", models.CharField(max_length=500)),
                        ("people", models.JSONField()),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("note", ""), _negated=True),
                                name="rightsreview_note",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Visit",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="visits",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("session_key", models.CharField(max_length=40, null=True, unique=True)),
                        ("begun_at", models.DateTimeField()),
                        ("seen_at", models.DateTimeField()),
                        ("ended_at", models.DateTimeField(null=True)),
                        (
                            "ended",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("signed_out", "signed out"),
                                    ("elsewhere", "ended from another device"),
                                    ("idle", "nothing was done for too long"),
                                    ("gone", "over"),
                                    ("house", "ended by the house"),
                                ],
                                max_length=10,
                            ),
                        ),
                        ("address", models.GenericIPAddressField(null=True)),
                        ("agent", models.CharField(blank=True, max_length=200)),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["player", "-begun_at"], name="visit_of_player"),
                            models.Index(fields=["address"], name="visit_from_address"),
                            models.Index(
                                fields=["agent"],
                                name="visit_with_agent",
                                opclasses=["varchar_pattern_ops"],
                            ),
                            models.Index(
                                condition=models.Q(("ended_at__isnull", False)),
                                fields=["ended_at"],
                                name="visit_to_forget",
                            ),
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("seen_at__gte", models.F("begun_at")),
                                    models.Q(
                                        ("ended_at__isnull", True),
                                        ("ended_at__gte", models.F("begun_at")),
                                        _connector="OR",
                                    ),
                                ),
                                name="visit_times",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("ended", ""),
                                        ("ended_at__isnull", True),
                                        ("session_key__isnull", False),
                                    ),
                                    models.Q(
                                        ("ended_at__isnull", False),
                                        ("session_key__isnull", True),
                                        models.Q(("ended", ""), _negated=True),
                                    ),
                                    _connector="OR",
                                ),
                                name="visit_ended",
                            ),
                        ],
                    },
                ),
            ]
        ),
        migrations.RunSQL(
            [("INSERT INTO public.auth_group (name) SELECT unnest(%s::text[])", [_ROLES])]
        ),
        append_only("accounts_statechange"),
        append_only("accounts_consent"),
        append_only("accounts_lifting"),
        append_only("accounts_liftingdecision"),
        append_only("accounts_note"),
        append_only("accounts_restriction"),
        append_only("accounts_seen"),
        append_only("accounts_rightsreview"),
        append_only("accounts_double"),
        append_only("accounts_doubledecision"),
        append_only("accounts_factorreset"),
        append_only("accounts_factorresetdecision"),
        append_only("accounts_factorresetend"),
        append_only("accounts_staffchange"),
        append_only("accounts_staffchangedecision"),
        append_only("accounts_look"),
        run_sql("accounts.sql", "restrictions"),
        run_sql("accounts.sql", "letters"),
        run_sql("accounts.sql", "search"),
        run_sql("accounts.sql", "staff"),
        run_sql("accounts.sql", "staff_changes"),
        run_sql("accounts.sql", "identity"),
        run_sql("accounts.sql", "uploads"),
        run_sql("accounts.sql", "visits"),
        run_sql("accounts.sql", "recovery"),
        proposed_by_staff("accounts_lifting"),
        decided_by_another(
            "accounts_lifting",
            "accounts_liftingdecision",
            "restriction_id.accounts_restriction.imposed_by_id",
            "restriction_id.accounts_restriction.player_id",
        ),
        proposed_by_staff("accounts_factorreset"),
        decided_by_another("accounts_factorreset", "accounts_factorresetdecision", "player_id"),
        proposed_by_staff("accounts_staffchange"),
        decided_by_another("accounts_staffchange", "accounts_staffchangedecision", "person_id"),
    ]
