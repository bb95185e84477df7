import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from internals.create_models import CreateModels
from journal.operations.change_history import record_changes


class Migration(migrations.Migration):
    """The duty list, what people on duty were told, and the readings of watches."""

    initial = True

    dependencies = [
        ("api", "0001_initial"),
        ("journal", "0002_monthly_partitions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name="WatchReading",
                    fields=[
                        (
                            "name",
                            models.CharField(max_length=20, primary_key=True, serialize=False),
                        ),
                        ("value", models.FloatField(null=True)),
                        ("limit", models.FloatField()),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("good", "good"),
                                    ("late", "beyond the limit"),
                                    ("missing", "missing"),
                                ],
                                max_length=7,
                            ),
                        ),
                        ("at", models.DateTimeField()),
                        ("since", models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name="AlarmNotice",
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
                        ("level", models.PositiveSmallIntegerField()),
                        (
                            "channel",
                            models.CharField(
                                choices=[("mail", "e-mail"), ("webhook", "webhook")], max_length=7
                            ),
                        ),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("waiting", "waiting"),
                                    ("sent", "handed over"),
                                    ("answered", "not needed: somebody had answered"),
                                ],
                                default="waiting",
                                max_length=8,
                            ),
                        ),
                        ("attempts", models.PositiveSmallIntegerField(default=0)),
                        (
                            "error",
                            models.CharField(blank=True, db_default="", default="", max_length=100),
                        ),
                        (
                            "made_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        ("tried_at", models.DateTimeField(editable=False, null=True)),
                        (
                            "endpoint",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="api.webhookendpoint",
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="journal.event",
                            ),
                        ),
                        (
                            "person",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("state", "waiting")),
                                fields=["person", "id"],
                                name="alarms_notice_waiting",
                            ),
                            models.Index(
                                fields=["person", "-tried_at"], name="alarms_notice_tried"
                            ),
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("event", "person", "level", "channel"),
                                name="alarms_notice_once",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DutyTurn",
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
                        ("days", models.CharField(max_length=7)),
                        ("begins", models.TimeField()),
                        ("ends", models.TimeField()),
                        ("zone", models.CharField(max_length=40)),
                        ("place", models.PositiveSmallIntegerField()),
                        (
                            "set_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        ("ended_at", models.DateTimeField(editable=False, null=True)),
                        (
                            "ended_by",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "endpoint",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="api.webhookendpoint",
                            ),
                        ),
                        (
                            "person",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "set_by",
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
                            models.CheckConstraint(
                                condition=models.Q(("days__regex", "^[1-7]{1,7}$")),
                                name="alarms_duty_turn_has_days",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("ended_at__isnull", True), ("ended_by__isnull", True)
                                    ),
                                    models.Q(
                                        ("ended_at__isnull", False), ("ended_by__isnull", False)
                                    ),
                                    _connector="OR",
                                ),
                                name="alarms_duty_turn_ended",
                            ),
                        ],
                    },
                ),
            ]
        ),
        record_changes("alarms_dutyturn"),
    ]
