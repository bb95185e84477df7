from typing import ClassVar

from django.db import migrations


class Migration(migrations.Migration):
    """The shared cache holds JSON: the table of pickles that Django's own cache used is dropped."""

    initial = True

    operations: ClassVar = [
        migrations.RunSQL(
            "DROP TABLE IF EXISTS config_cache;"
            " CREATE TABLE config_cache ("
            " key varchar(300) PRIMARY KEY, value jsonb NOT NULL, expires_at timestamptz NOT NULL);"
            " CREATE INDEX config_cache_expires_at ON config_cache (expires_at);",
            "DROP TABLE config_cache;",
        ),
    ]
