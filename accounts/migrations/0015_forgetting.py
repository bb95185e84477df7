"""Visits that ended long ago are forgotten; a passkey has its credential."""

from django.db import migrations, models

from journal.sql import run_sql


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0014_recovery"),
        ("mfa", "0003_authenticator_type_uniq"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="visit",
            index=models.Index(
                condition=models.Q(("ended_at__isnull", False)),
                fields=["ended_at"],
                name="visit_to_forget",
            ),
        ),
        run_sql("accounts.sql", "0015_forgetting"),
    ]
