from django.db import migrations

from restores.operations import closed_after_restore


class Migration(migrations.Migration):
    """No money moves until a restored installation is released, except stakes that go back."""

    dependencies = [("restores", "0001_initial"), ("wallet", "0001_initial")]

    operations = [closed_after_restore("wallet_transfer", "NEW.kind <> 'refund'")]
