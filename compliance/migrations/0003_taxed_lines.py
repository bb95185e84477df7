from django.db import migrations

from journal.sql import run_sql


class Migration(migrations.Migration):
    """Hands of a case move the tax on winnings too."""

    dependencies = [("casino", "0011_taxes"), ("compliance", "0002_profile_announcements")]

    operations = [run_sql("compliance.sql", "taxed_lines")]
