"""Debts have a cause, and are paid before money leaves."""

from django.conf import settings
from django.db import migrations, models

import wallet.models
from journal.sql import run_sql


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0013_same_time"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="receivable",
            name="cause",
            field=models.CharField(
                choices=[("round", "Voided round"), ("deposit", "Reversed deposit")],
                db_default="round",
                default="round",
                max_length=7,
            ),
        ),
        migrations.AddField(
            model_name="receivable",
            name="since",
            field=models.DateTimeField(db_default=wallet.models.ClockTime()),
        ),
        migrations.AlterField(
            model_name="transfer",
            name="kind",
            field=models.CharField(
                choices=[
                    ("deposit", "Deposit"),
                    ("bet", "Stake"),
                    ("settle", "Paid back"),
                    ("refund", "Refund"),
                    ("reverse", "Correction"),
                    ("exchange", "Exchange"),
                    ("withdraw", "Withdrawal requested"),
                    ("pay_out", "Withdrawal paid"),
                    ("cancel_withdrawal", "Withdrawal cancelled"),
                    ("adjust", "Adjustment"),
                    ("bonus", "Bonus"),
                    ("void", "Round voided"),
                    ("owe", "Owed by the player"),
                    ("collect", "Owed amount paid"),
                    ("suspend", "Stakes suspended"),
                    ("redeem", "Points redeemed"),
                    ("repay", "Amount owed set off"),
                    ("advance", "Recorded as amount owed"),
                ],
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="receivable",
            constraint=models.CheckConstraint(
                condition=models.Q(("cause__in", ["round", "deposit"])),
                name="wallet_receivable_cause",
            ),
        ),
        run_sql("wallet.sql", "0014_debts"),
    ]
