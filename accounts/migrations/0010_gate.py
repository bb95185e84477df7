import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from journal.operations.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """The gate before play: signed lists, exclusions by the register, matches, and answers of providers."""

    dependencies = [
        ("accounts", "0009_policies"),
    ]

    operations = [
        migrations.CreateModel(
            name="ListLoad",
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
                            ("register", "Exclusion register"),
                            ("sanctions", "Sanctions list"),
                        ],
                        max_length=10,
                    ),
                ),
                ("source", models.CharField(blank=True, max_length=60)),
                ("serial", models.PositiveIntegerField(null=True)),
                ("day", models.DateField(null=True)),
                ("entries", models.PositiveIntegerField(null=True)),
                ("numbers", models.CharField(blank=True, max_length=16)),
                ("sha256", models.CharField(blank=True, max_length=64)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("in_force_at", models.DateTimeField(null=True)),
                ("refused", models.CharField(blank=True, db_default="", default="", max_length=40)),
                (
                    "acting_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RegisterEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("country", models.CharField(max_length=2)),
                ("digest", models.BinaryField()),
                (
                    "load",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.listload",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RegisterNumber",
            fields=[
                (
                    "number",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="accounts.identitynumber",
                    ),
                ),
                ("country", models.CharField(max_length=2)),
                ("digest", models.BinaryField()),
                ("numbers", models.CharField(max_length=16)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RegisterListing",
            fields=[
                (
                    "restriction",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="listing",
                        serialize=False,
                        to="accounts.restriction",
                    ),
                ),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "load",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.listload",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RegisterRemoval",
            fields=[
                (
                    "listing",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="removal",
                        serialize=False,
                        to="accounts.registerlisting",
                    ),
                ),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "load",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.listload",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SanctionsEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reference", models.CharField(max_length=60)),
                ("name", models.CharField(max_length=300)),
                ("birth", models.CharField(blank=True, max_length=10)),
                ("letters", models.TextField()),
                (
                    "load",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.listload",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SanctionsMatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("source", models.CharField(max_length=60)),
                ("reference", models.CharField(max_length=60)),
                ("name", models.CharField(max_length=300)),
                ("birth", models.CharField(blank=True, max_length=10)),
                ("player_name", models.CharField(max_length=150)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sanctions_matches",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SanctionsDecision",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="decision",
                        serialize=False,
                        to="accounts.sanctionsmatch",
                    ),
                ),
                ("same", models.BooleanField()),
                ("reason", models.CharField(max_length=500)),
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
        ),
        migrations.CreateModel(
            name="GateAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "check_name",
                    models.CharField(
                        choices=[
                            ("register", "Exclusion register"),
                            ("location", "Location"),
                            ("sanctions", "Sanctions list"),
                        ],
                        max_length=10,
                    ),
                ),
                ("address", models.GenericIPAddressField(null=True)),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("passed", "Passed"),
                            ("refused", "Refused"),
                            ("doubt", "In doubt"),
                            ("unanswered", "Not answered"),
                        ],
                        max_length=10,
                    ),
                ),
                ("country", models.CharField(blank=True, max_length=2)),
                ("region", models.CharField(blank=True, max_length=10)),
                ("provider", models.CharField(max_length=40)),
                ("asked_at", models.DateTimeField()),
                ("valid_until", models.DateTimeField()),
                (
                    "player",
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
                        fields=("player", "check_name", "address"),
                        name="gateanswer_latest",
                        nulls_distinct=False,
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("valid_until__gte", models.F("asked_at"))),
                        name="gateanswer_times",
                    ),
                ],
            },
        ),
        migrations.AddIndex(
            model_name="listload",
            index=models.Index(
                condition=models.Q(("in_force_at__isnull", False)),
                fields=["kind", "-id"],
                name="listload_in_force",
            ),
        ),
        migrations.AddConstraint(
            model_name="listload",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("in_force_at__isnull", True),
                    models.Q(
                        ("day__isnull", False),
                        ("entries__isnull", False),
                        ("refused", ""),
                        ("serial__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="listload_whole_in_force",
            ),
        ),
        migrations.AddConstraint(
            model_name="listload",
            constraint=models.UniqueConstraint(
                condition=models.Q(("in_force_at__isnull", False)),
                fields=("kind", "serial"),
                name="listload_serial_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="registerentry",
            constraint=models.UniqueConstraint(
                fields=("load", "country", "digest"), name="registerentry_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="sanctionsmatch",
            constraint=models.UniqueConstraint(
                fields=("player", "source", "reference", "name", "birth", "player_name"),
                name="sanctionsmatch_once",
            ),
        ),
        migrations.AddIndex(
            model_name="sanctionsentry",
            index=models.Index(fields=["load", "letters"], name="sanctionsentry_by_name"),
        ),
        migrations.AddConstraint(
            model_name="sanctionsdecision",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="sanctions_decision_reason"
            ),
        ),
        append_only("accounts_registerlisting"),
        append_only("accounts_registerremoval"),
        append_only("accounts_sanctionsmatch"),
        append_only("accounts_sanctionsdecision"),
        run_sql("accounts.sql", "gate"),
    ]
