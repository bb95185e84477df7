import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from approvals.operations import decided_by_another, proposed_by_staff
from journal.operations.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Taxes on winnings: withheld from players, paid to the authority."""

    dependencies = [
        ("wallet", "0006_payment_methods"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="TaxPayment",
            fields=[
                ("reason", models.CharField(max_length=500)),
                (
                    "proposed_at",
                    models.DateTimeField(
                        db_default=journal.values.transaction_ids.ClockTime(), editable=False
                    ),
                ),
                (
                    "xact",
                    journal.values.transaction_ids.TransactionIdField(
                        db_default=journal.values.transaction_ids.CurrentTransaction(),
                        editable=False,
                    ),
                ),
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("until", models.DateField()),
                ("units", models.BigIntegerField()),
                ("reference", models.CharField(max_length=100)),
                (
                    "currency",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="wallet.currency",
                    ),
                ),
                (
                    "proposed_by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "wallet_tax_payment",
            },
        ),
        migrations.AlterField(
            model_name="account",
            name="house_code",
            field=models.CharField(
                choices=[
                    ("bank", "Bank"),
                    ("in_play", "In play"),
                    ("game_result", "Game result"),
                    ("fx", "Exchange"),
                    ("bonus", "Bonus"),
                    ("adjustment", "Adjustments"),
                    ("withdrawal_pending", "Withdrawals pending"),
                    ("receivable", "Owed by players"),
                    ("suspense", "Suspended stakes"),
                    ("loyalty", "Points"),
                    ("tax", "Tax withheld"),
                ],
                max_length=20,
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="carriedhold",
            name="house_code",
            field=models.CharField(
                choices=[
                    ("bank", "Bank"),
                    ("in_play", "In play"),
                    ("game_result", "Game result"),
                    ("fx", "Exchange"),
                    ("bonus", "Bonus"),
                    ("adjustment", "Adjustments"),
                    ("withdrawal_pending", "Withdrawals pending"),
                    ("receivable", "Owed by players"),
                    ("suspense", "Suspended stakes"),
                    ("loyalty", "Points"),
                    ("tax", "Tax withheld"),
                ],
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="transfer",
            name="kind",
            field=models.CharField(
                choices=[
                    ("deposit", "Deposit"),
                    ("bet", "Bet"),
                    ("settle", "Payout"),
                    ("refund", "Refund"),
                    ("reverse", "Reversal"),
                    ("exchange", "Exchange"),
                    ("withdraw", "Withdrawal requested"),
                    ("pay_out", "Withdrawal paid"),
                    ("cancel_withdrawal", "Withdrawal refused"),
                    ("adjust", "Adjustment"),
                    ("bonus", "Bonus"),
                    ("void", "Round voided"),
                    ("owe", "Owed by the player"),
                    ("collect", "Owed amount paid"),
                    ("suspend", "Stakes suspended"),
                    ("redeem", "Points redeemed"),
                    ("repay", "Amount owed set off"),
                    ("advance", "Recorded as amount owed"),
                    ("withhold", "Tax on winnings"),
                    ("remit", "Tax paid to the authority"),
                ],
                max_length=20,
            ),
        ),
        migrations.CreateModel(
            name="WithheldTax",
            fields=[
                (
                    "transfer",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="wallet.transfer",
                    ),
                ),
                ("amount", models.BigIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "currency",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="wallet.currency",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "wallet_withheld_tax",
            },
        ),
        migrations.CreateModel(
            name="TaxPaymentDecision",
            fields=[
                ("approved", models.BooleanField()),
                ("reason", models.CharField(blank=True, db_default="", default="", max_length=500)),
                (
                    "decided_at",
                    models.DateTimeField(
                        db_default=journal.values.transaction_ids.ClockTime(), editable=False
                    ),
                ),
                (
                    "xact",
                    journal.values.transaction_ids.TransactionIdField(
                        db_default=journal.values.transaction_ids.CurrentTransaction(),
                        editable=False,
                    ),
                ),
                (
                    "proposal",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="decision",
                        serialize=False,
                        to="wallet.taxpayment",
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "wallet_tax_payment_decision",
            },
        ),
        migrations.AddConstraint(
            model_name="taxpayment",
            constraint=models.CheckConstraint(
                condition=models.Q(("units__gt", 0)), name="wallet_tax_payment_units"
            ),
        ),
        migrations.AddConstraint(
            model_name="taxpayment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("reason", ""), _negated=True),
                    models.Q(("reference", ""), _negated=True),
                ),
                name="wallet_tax_payment_told",
            ),
        ),
        migrations.AddIndex(
            model_name="withheldtax",
            index=models.Index(fields=["currency", "at"], name="wallet_withheld_tax_at"),
        ),
        append_only("wallet_tax_payment"),
        append_only("wallet_tax_payment_decision"),
        run_sql("wallet.sql", "withholding"),
        proposed_by_staff("wallet_tax_payment"),
        decided_by_another("wallet_tax_payment", "wallet_tax_payment_decision"),
    ]
