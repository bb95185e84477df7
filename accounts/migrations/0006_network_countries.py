import django.contrib.postgres.indexes
from django.db import migrations, models

import accounts.models.networks


class Migration(migrations.Migration):
    """Countries of networks, from the operator's table."""

    dependencies = [
        ("accounts", "0005_visit_devices"),
    ]

    operations = [
        migrations.CreateModel(
            name="NetworkCountry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("network", accounts.models.networks.NetworkField(unique=True)),
                ("country", models.CharField(max_length=2)),
            ],
            options={
                "indexes": [
                    django.contrib.postgres.indexes.GistIndex(
                        fields=["network"], name="networkcountry_of", opclasses=["inet_ops"]
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("country__regex", "^[A-Z]{2}$")),
                        name="networkcountry_two_letters",
                    )
                ],
            },
        ),
    ]
