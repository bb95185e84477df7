from typing import ClassVar

from django.db import migrations

from journal.append_only import append_only


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tables", "0001_initial"), ("journal", "0001_initial")]

    operations: ClassVar = [append_only("tables_rulesetversion")]
