from django.db import migrations


class Migration(migrations.Migration):
    """The table of the shared cache (`config.cache`), which holds JSON.

    It is unlogged: counting a request waits for no flush and no standby. After a crash it is empty, as Redis would be.
    """

    initial = True

    dependencies = []

    operations = [
        migrations.RunSQL(
            "CREATE UNLOGGED TABLE config_cache ("
            " key varchar(300) PRIMARY KEY, value jsonb NOT NULL, expires_at timestamptz NOT NULL);"
            " CREATE INDEX config_cache_expires_at ON config_cache (expires_at);"
        ),
    ]
