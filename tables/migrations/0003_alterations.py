from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Now

from journal.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Every change of a table's row is written down by the database, before and after."""

    dependencies: ClassVar = [
        ("tables", "0002_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="TableAlteration",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(db_default=Now())),
                (
                    "role",
                    models.CharField(
                        help_text="of the database, that ran the statement", max_length=63
                    ),
                ),
                ("declared", models.BooleanField()),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
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
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="alterations",
                        to="tables.table",
                    ),
                ),
            ],
        ),
        append_only("tables_tablealteration"),
        run_sql("tables.sql", "0003_alterations"),
    ]
