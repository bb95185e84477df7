from typing import ClassVar

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from journal.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """When staff were last here, who reviewed the rights of all, what ends a person's sessions; and who is staff stays staff."""

    dependencies: ClassVar = [
        ("accounts", "0005_play_stopped"),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="StaffAccess",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="access",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("seen_at", models.DateTimeField()),
                ("seen_from", models.GenericIPAddressField(null=True)),
            ],
        ),
        migrations.AddField(
            model_name="user",
            name="password_set_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="sessions_ended",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.CreateModel(
            name="RightsReview",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("note", models.CharField(max_length=500)),
                ("people", models.JSONField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("note", ""), _negated=True), name="rightsreview_note"
                    )
                ],
            },
        ),
        append_only("accounts_rightsreview"),
        run_sql("accounts.sql", "0006_staff"),
    ]
