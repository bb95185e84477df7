import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from journal.operations.append_only import append_only


class Migration(migrations.Migration):
    """Residential addresses of players, and the kinds of their documents."""

    dependencies = [
        ("accounts", "0013_sanctions_proposals"),
    ]

    operations = [
        migrations.AddField(
            model_name="identitynumber",
            name="kind",
            field=models.CharField(
                blank=True,
                choices=[
                    ("national_id", "National identity card"),
                    ("passport", "Passport"),
                    ("residence_permit", "Residence permit"),
                    ("driving_licence", "Driving licence"),
                    ("other", "Another document with a photograph"),
                ],
                db_default="",
                default="",
                max_length=20,
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="address_country",
            field=models.CharField(
                blank=True, db_default="", default="", editable=False, max_length=2
            ),
        ),
        migrations.CreateModel(
            name="ResidentialAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("country", models.CharField(blank=True, max_length=2)),
                ("sealed", models.BinaryField()),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "acting_user",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
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
                        related_name="residential_addresses",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="AddressVerification",
            fields=[
                (
                    "address",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="verification",
                        serialize=False,
                        to="accounts.residentialaddress",
                    ),
                ),
                ("reason", models.CharField(max_length=500)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "acting_user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="residentialaddress",
            index=models.Index(fields=["player", "-id"], name="residentialaddress_of_player"),
        ),
        migrations.AddConstraint(
            model_name="addressverification",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True),
                name="address_verification_reason",
            ),
        ),
        append_only("accounts_residentialaddress"),
        append_only("accounts_addressverification"),
    ]
