import django.db.models.functions.datetime
from django.db import migrations, models

import journal.xact
from journal.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Every change of a configured row is written down by the database, before and after; who wrote a row says the database."""

    dependencies = [
        ("journal", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Alteration",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
                (
                    "xact",
                    journal.xact.TransactionIdField(
                        db_default=journal.xact.CurrentTransaction(), editable=False
                    ),
                ),
                ("table_name", models.CharField(max_length=63)),
                ("row_key", models.CharField(max_length=200)),
                (
                    "operation",
                    models.CharField(
                        choices=[
                            ("insert", "new row"),
                            ("update", "changed"),
                            ("delete", "deleted"),
                            ("truncate", "table emptied"),
                        ],
                        max_length=8,
                    ),
                ),
                ("by_id", models.BigIntegerField(null=True)),
                (
                    "role",
                    models.CharField(
                        help_text="of the database, that ran the statement", max_length=63
                    ),
                ),
                ("declared", models.BooleanField()),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["table_name", "row_key", "-id"], name="journal_alteration_row"
                    ),
                    models.Index(fields=["table_name", "-id"], name="journal_alteration_table"),
                    models.Index(fields=["by_id", "-id"], name="journal_alteration_by"),
                    models.Index(fields=["at", "id"], name="journal_alteration_at"),
                    models.Index(fields=["xact", "id"], name="journal_alteration_xact"),
                    models.Index(
                        condition=models.Q(("declared", False)),
                        fields=["-id"],
                        name="journal_alteration_undeclared",
                    ),
                ],
            },
        ),
        append_only("journal_alteration"),
        run_sql("journal.sql", "0002_history"),
    ]
