from django.db import migrations

from restores.operations import closed_after_restore


class Migration(migrations.Migration):
    """Nothing is dealt until a restored installation is released."""

    dependencies = [("casino", "0003_retired_shoes"), ("restores", "0001_initial")]

    operations = [
        closed_after_restore("casino_deal", "NEW.status <> 'cancelled'", "INSERT OR UPDATE"),
    ]
