from pathlib import Path

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from journal.append_only import append_only

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """One person freezes a running round, another one decides what becomes of it."""

    dependencies = [
        ("casino", "0009_what_a_player_spent"),
        ("journal", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="frozen",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.CreateModel(
            name="Freeze",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.CharField(max_length=500)),
                ("at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="freezes",
                        to="casino.round",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="FreezeDecision",
            fields=[
                (
                    "freeze",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="decision",
                        serialize=False,
                        to="casino.freeze",
                    ),
                ),
                ("approved", models.BooleanField()),
                ("reason", models.CharField(max_length=500)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="freeze",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="freeze_has_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="freezedecision",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="freeze_decision_has_reason"
            ),
        ),
        append_only("casino_freeze"),
        append_only("casino_freezedecision"),
        migrations.RunSQL(
            (SQL / "freezes.sql").read_text(encoding="utf-8"),
            (SQL / "freezes_reverse.sql").read_text(encoding="utf-8"),
        ),
    ]
