"""What staff look at: one row for each person, thing and hour."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from journal.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("journal", "0001_initial"),
        ("accounts", "0023_told_of_money"),
    ]

    operations = [
        migrations.CreateModel(
            name="Look",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("player", "player"),
                            ("round", "round"),
                            ("shoe", "shoe"),
                            ("case", "case of voids"),
                            ("dispute", "dispute"),
                            ("document", "document of a player"),
                        ],
                        max_length=8,
                    ),
                ),
                ("object", models.CharField(max_length=36)),
                ("hour", models.DateTimeField()),
                ("at", models.DateTimeField()),
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
                "indexes": [models.Index(fields=["staff", "-id"], name="look_of_staff")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("kind", "object", "hour", "staff"), name="look_once_an_hour"
                    )
                ],
            },
        ),
        append_only("accounts_look"),
    ]
