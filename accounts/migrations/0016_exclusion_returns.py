import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

from journal.operations.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Players come back from self-exclusions, and staff lift them, where the profile allows it."""

    dependencies = [("accounts", "0015_sign_in_locks")]

    operations = [
        migrations.AddField(
            model_name="restriction",
            name="by_staff",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="restriction",
            name="return_hours",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="restriction",
            name="returns_from",
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name="ExclusionReturn",
            fields=[
                (
                    "restriction",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="returning",
                        serialize=False,
                        to="accounts.restriction",
                    ),
                ),
                (
                    "asked_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
                (
                    "ends_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["ends_at"], name="exclusion_returns")],
            },
        ),
        append_only("accounts_exclusionreturn"),
        run_sql("accounts.sql", "returns"),
    ]
