"""A debt that its player disputes is reserved until the dispute is closed."""

from typing import ClassVar

from django.db import migrations

from journal.sql import run_sql


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("compliance", "0004_reopened"),
        ("wallet", "0014_debts"),
    ]

    operations: ClassVar = [run_sql("compliance.sql", "disputed_debts")]
