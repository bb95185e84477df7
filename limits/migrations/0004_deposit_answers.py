import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from journal.operations.append_only import append_only


class Migration(migrations.Migration):
    """What players answer before they may deposit."""

    dependencies = [
        ("limits", "0003_waiting"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="DepositAnswer",
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
                            ("default", "accepted the default limits, or none"),
                            ("notice", "acknowledged the notice about the total of deposits"),
                        ],
                        max_length=7,
                    ),
                ),
                ("total_usd", models.BigIntegerField()),
                (
                    "at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
                (
                    "player",
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
                    models.Index(fields=["player", "kind", "-id"], name="deposit_answer_latest")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["default", "notice"])),
                        name="deposit_answer_kind",
                    )
                ],
            },
        ),
        append_only("limits_depositanswer"),
    ]
