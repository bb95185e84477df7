import django.db.models.deletion
from django.db import migrations, models

from journal.operations.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """When players looked at live tables."""

    dependencies = [
        ("casino", "0008_signal_columns"),
    ]

    operations = [
        migrations.AddField(
            model_name="participant",
            name="seen_since",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.CreateModel(
            name="TableWatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("begun_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField()),
                (
                    "participant",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="watches",
                        to="casino.participant",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["participant", "ended_at"], name="watch_of_participant")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("ended_at__gte", models.F("begun_at"))),
                        name="watch_in_order",
                    )
                ],
            },
        ),
        run_sql("casino.sql", "watches"),
        append_only("casino_tablewatch"),
    ]
