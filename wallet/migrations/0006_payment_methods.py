import django.db.models.deletion
from django.db import migrations, models

from journal.operations.append_only import append_only


class Migration(migrations.Migration):
    """Payment methods of deposits."""

    dependencies = [
        ("journal", "0001_initial"),
        ("wallet", "0005_holds_of_cases"),
    ]

    operations = [
        migrations.CreateModel(
            name="PaymentMethod",
            fields=[
                (
                    "deposit",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="method",
                        serialize=False,
                        to="wallet.deposit",
                    ),
                ),
                ("digest", models.CharField(db_index=True, max_length=64)),
            ],
            options={
                "db_table": "wallet_payment_method",
            },
        ),
        append_only("wallet_payment_method"),
    ]
