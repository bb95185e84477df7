from typing import ClassVar

from django.db import migrations

from journal.history import noted
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Every change of tables, rules and limits is written down by the database, before and after; tables stay."""

    dependencies: ClassVar = [("tables", "0002_guards"), ("journal", "0002_history")]

    operations: ClassVar = [
        noted("tables_table"),
        noted("tables_ruleset"),
        noted("tables_rulesetversion"),
        noted("tables_limitset"),
        noted("tables_limitdecision", key="limits_id"),
        run_sql("tables.sql", "0003_alterations"),
    ]
