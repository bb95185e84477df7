import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from journal.operations.append_only import append_only


class Migration(migrations.Migration):
    """Who looked at an item of the standards, and what was noted."""

    dependencies = [
        ("reports", "0003_archive"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="StandardLook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("item", models.CharField(max_length=8, verbose_name="item")),
                ("note", models.CharField(blank=True, db_default="", default="", max_length=1000)),
                (
                    "at",
                    models.DateTimeField(
                        db_default=journal.values.transaction_ids.ClockTime(), editable=False
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
                "indexes": [models.Index(fields=["item", "-id"], name="standard_looks")],
            },
        ),
        append_only("reports_standardlook"),
    ]
