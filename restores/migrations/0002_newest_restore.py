import django.db.models.deletion
from django.db import migrations, models

from journal.operations.append_only import append_only
from journal.sql import run_sql
from journal.values.transaction_ids import ClockTime


class Migration(migrations.Migration):
    """A preparation belongs to a server, a release covers earlier restores, and each comparison has a row."""

    dependencies = [("journal", "0002_monthly_partitions"), ("restores", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="restore",
            name="generation",
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="preparation",
            name="system",
            field=models.CharField(db_default="", default="", max_length=20),
        ),
        migrations.AddField(
            model_name="preparation",
            name="timeline",
            field=models.IntegerField(db_default=0, default=0),
        ),
        # locks: ban-drop-column: no release has this table
        migrations.RemoveField(model_name="preparation", name="payments"),
        migrations.RemoveField(model_name="preparation", name="log_number"),
        migrations.RemoveField(model_name="preparation", name="log_hash"),
        migrations.CreateModel(
            name="ServerSighting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("system", models.CharField(max_length=20)),
                ("timeline", models.IntegerField()),
                ("at", models.DateTimeField(db_default=ClockTime(), editable=False)),
            ],
            options={
                "constraints": (
                    models.UniqueConstraint(fields=("system", "timeline"), name="sighting_once"),
                ),
            },
        ),
        migrations.CreateModel(
            name="OutsideComparison",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField()),
                ("payments", models.JSONField(default=list)),
                ("unanswered", models.JSONField(default=list)),
                ("log_number", models.BigIntegerField(null=True)),
                ("log_hash", models.CharField(blank=True, max_length=64)),
                ("at", models.DateTimeField(db_default=ClockTime(), editable=False)),
                (
                    "restore",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="comparisons",
                        to="restores.restore",
                    ),
                ),
            ],
        ),
        append_only("restores_serversighting"),
        append_only("restores_outsidecomparison"),
        run_sql("restores.sql", "newest"),
    ]
