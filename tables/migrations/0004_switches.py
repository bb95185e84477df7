from typing import ClassVar

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from journal.append_only import append_only
from journal.history import noted


class Migration(migrations.Migration):
    """What stops play: columns of what it stops, and everything that was ever thrown."""

    dependencies: ClassVar = [
        ("accounts", "0005_play_stopped"),
        ("tables", "0003_alterations"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.AddField(
            model_name="ruleset",
            name="stopped",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="table",
            name="stopped_boxes",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.PositiveSmallIntegerField(), blank=True, default=list, size=None
            ),
        ),
        migrations.CreateModel(
            name="House",
            fields=[
                (
                    "id",
                    models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False),
                ),
                ("stopped", models.BooleanField(default=False)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("id", 1)), name="one_house")
                ],
            },
        ),
        migrations.CreateModel(
            name="Switching",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "what",
                    models.CharField(
                        choices=[
                            ("house", "all play"),
                            ("rules", "a rule set"),
                            ("table", "a table"),
                            ("box", "a box"),
                            ("player", "a player"),
                        ],
                        max_length=6,
                    ),
                ),
                ("box", models.PositiveSmallIntegerField(null=True)),
                ("stopped", models.BooleanField()),
                ("reason", models.CharField(max_length=500)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "by",
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
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="switchings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rule_set",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="switchings",
                        to="tables.ruleset",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="switchings",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["player", "-id"], name="switching_player")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="switching_reason"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("box", None),
                                ("player", None),
                                ("rule_set", None),
                                ("table", None),
                                ("what", "house"),
                            ),
                            models.Q(
                                ("box", None),
                                ("player", None),
                                ("rule_set__isnull", False),
                                ("table", None),
                                ("what", "rules"),
                            ),
                            models.Q(
                                ("box", None),
                                ("player", None),
                                ("rule_set", None),
                                ("table__isnull", False),
                                ("what", "table"),
                            ),
                            models.Q(
                                ("box__gt", 0),
                                ("player", None),
                                ("rule_set", None),
                                ("table__isnull", False),
                                ("what", "box"),
                            ),
                            models.Q(
                                ("box", None),
                                ("player__isnull", False),
                                ("rule_set", None),
                                ("table", None),
                                ("what", "player"),
                            ),
                            _connector="OR",
                        ),
                        name="switching_subject",
                    ),
                ],
            },
        ),
        append_only("tables_switching"),
        migrations.RunSQL(
            "INSERT INTO tables_house (id, stopped) VALUES (1, false);"
            "CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.tables_house"
            " FOR EACH STATEMENT EXECUTE FUNCTION public.journal_refuse_change()",
            "DROP TRIGGER kept ON public.tables_house",
        ),
        noted("tables_house"),
    ]
