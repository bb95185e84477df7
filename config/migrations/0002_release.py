from django.db import migrations


class Migration(migrations.Migration):
    """The table of releases (`config.releases`): which one prepared the database, and which code may serve it."""

    dependencies = [("config", "0001_initial")]

    operations = [
        migrations.RunSQL(
            "CREATE TABLE config_release ("
            " id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, version text NOT NULL,"
            " oldest text NOT NULL, prepared_at timestamptz NOT NULL DEFAULT now());"
        ),
    ]
