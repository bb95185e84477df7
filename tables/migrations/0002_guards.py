from typing import ClassVar

from django.db import migrations

from journal.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """What was decided about rules, tables and limits is never changed, and takes two persons."""

    dependencies: ClassVar = [("tables", "0001_initial"), ("journal", "0001_initial")]

    operations: ClassVar = [
        append_only("tables_versionstep"),
        append_only("tables_tablechange"),
        append_only("tables_tablechangedecision"),
        append_only("tables_limitset"),
        append_only("tables_limitdecision"),
        run_sql("tables.sql", "0002_guards"),
    ]
