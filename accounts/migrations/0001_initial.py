"""The custom user, the history of states and the consents."""

import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from journal.append_only import append_only


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("journal", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
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
                        verbose_name="e-mail address",
                    ),
                ),
                ("full_name", models.CharField(max_length=150, verbose_name="full name")),
                ("birth_date", models.DateField(blank=True, null=True, verbose_name="birth date")),
                ("country", models.CharField(blank=True, max_length=2, verbose_name="country")),
                (
                    "display_currency",
                    models.CharField(
                        choices=[
                            ("USD", "US dollar"),
                            ("VES", "Venezuelan bolívar"),
                            ("COP", "Colombian peso"),
                            ("DOP", "Dominican peso"),
                            ("EUR", "Euro"),
                        ],
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
                        ],
                        default="",
                        max_length=10,
                        verbose_name="verification method",
                    ),
                ),
                (
                    "is_test_account",
                    models.BooleanField(default=False, verbose_name="test account"),
                ),
                ("is_staff", models.BooleanField(default=False, verbose_name="staff")),
                (
                    "created_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False, verbose_name="created at"
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
                        condition=models.Q(("state", "closed")), fields=["id"], name="user_closed"
                    )
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
                            models.Q(("verification_method", ""), ("verified_at__isnull", True)),
                            models.Q(
                                ("verified_at__isnull", False),
                                models.Q(("verification_method", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="user_verified_with_method",
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
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
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
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="consents",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
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
            name="StateChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
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
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
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
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="state_changes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
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
                        condition=models.Q(("from_state", models.F("to_state")), _negated=True),
                        name="statechange_changes",
                    ),
                ],
            },
        ),
        append_only("accounts_statechange"),
        append_only("accounts_consent"),
    ]
