"""A closed account stays closed, whoever writes."""

from django.db import migrations

from journal.sql import run_sql


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0016_sent_back"),
    ]

    operations = [run_sql("accounts.sql", "0017_closed")]
