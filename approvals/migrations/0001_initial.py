from django.db import migrations

from journal.sql import run_sql


class Migration(migrations.Migration):
    """PostgreSQL guards for approval by a second person, for the tables of all apps."""

    initial = True

    dependencies = [("journal", "0001_initial")]

    operations = [run_sql("approvals.sql", "decisions")]
