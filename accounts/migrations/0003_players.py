"""What staff do about players, and how they find them."""

import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from journal.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_roles"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Letter",
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
                            ("suspended", "The account was suspended"),
                            ("excluded", "The player was excluded"),
                            ("locked", "Sign-in was locked"),
                            ("lifted", "A restriction was lifted"),
                            ("over", "A restriction is over"),
                            ("verified", "Age and identity were verified"),
                            ("document", "The identity document is valid no more"),
                        ],
                        max_length=10,
                    ),
                ),
                ("words", models.CharField(blank=True, max_length=1000)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("mailed_at", models.DateTimeField(null=True)),
                ("tried_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="letters",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["player", "-at"], name="letter_of_player"),
                    models.Index(
                        condition=models.Q(("mailed_at__isnull", True)),
                        fields=["at"],
                        name="letter_unmailed",
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
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.CharField(max_length=500)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "proposed_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="lifting_reason"
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
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4, unique=True)),
                ("text", models.CharField(max_length=2000)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "by",
                    models.ForeignKey(
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
                        related_name="notes",
                        to=settings.AUTH_USER_MODEL,
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
            name="Restriction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4, unique=True)),
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
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
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
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="restrictions",
                        to=settings.AUTH_USER_MODEL,
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
                        condition=models.Q(("reason", ""), _negated=True), name="restriction_reason"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                ["suspended", "operator_excluded", "self_excluded", "locked"],
                            )
                        ),
                        name="restriction_kind",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seen",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
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
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "day", "staff"), name="seen_once_a_day"
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="user",
            name="document_until",
            field=models.DateField(blank=True, null=True, verbose_name="document valid until"),
        ),
        migrations.AlterField(
            model_name="user",
            name="verification_method",
            field=models.CharField(
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
        migrations.AddIndex(
            model_name="user",
            index=models.Index(fields=["state", "-id"], name="user_by_state"),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(fields=["country", "-id"], name="user_by_country"),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(fields=["birth_date"], name="user_by_birth_date"),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                condition=models.Q(("is_test_account", True)), fields=["-id"], name="user_for_tests"
            ),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                condition=models.Q(("document_until__isnull", False)),
                fields=["document_until"],
                name="user_by_document",
            ),
        ),
        migrations.AddField(
            model_name="lifting",
            name="restriction",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="liftings",
                to="accounts.restriction",
            ),
        ),
        migrations.AddField(
            model_name="letter",
            name="restriction",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="accounts.restriction",
            ),
        ),
        migrations.CreateModel(
            name="LiftingDecision",
            fields=[
                (
                    "lifting",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="decision",
                        serialize=False,
                        to="accounts.lifting",
                    ),
                ),
                ("approved", models.BooleanField()),
                ("note", models.CharField(max_length=500)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "decided_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("note", ""), _negated=True),
                        name="lifting_decision_note",
                    )
                ],
            },
        ),
        append_only("accounts_lifting"),
        append_only("accounts_liftingdecision"),
        append_only("accounts_note"),
        append_only("accounts_restriction"),
        append_only("accounts_seen"),
        run_sql("accounts.sql", "0003_players"),
    ]
