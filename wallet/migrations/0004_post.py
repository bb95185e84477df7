"""The one function that moves money."""

from typing import ClassVar

from django.db import migrations

from journal.sql import run_sql


class Migration(migrations.Migration):
    """`post()` and the functions that it calls."""

    dependencies: ClassVar = [("wallet", "0003_guards")]
    operations: ClassVar = [run_sql("wallet.sql", "0004_post")]
