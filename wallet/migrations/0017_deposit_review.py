"""Staff look at refused deposits, which block new ones until then."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import journal.xact
import wallet.models
from journal.sql import run_sql


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0016_charge_backs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="DepositReview",
            fields=[
                (
                    "xact",
                    journal.xact.TransactionIdField(
                        db_default=journal.xact.CurrentTransaction(), editable=False
                    ),
                ),
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("reason", models.CharField(max_length=500)),
                ("at", models.DateTimeField(db_default=wallet.models.ClockTime())),
                (
                    "acting_user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
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
                "db_table": "wallet_deposit_review",
                "indexes": [
                    models.Index(fields=["player", "-id"], name="wallet_deposit_review_latest")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True),
                        name="wallet_deposit_review_reason",
                    )
                ],
            },
        ),
        run_sql("wallet.sql", "0017_deposit_review"),
    ]
