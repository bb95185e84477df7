from typing import ClassVar

from django.db import migrations

from journal.history import noted


class Migration(migrations.Migration):
    """Every change of rates, limits, spreads and currencies is written down by the database, before and after."""

    dependencies: ClassVar = [("wallet", "0007_seals"), ("journal", "0002_history")]

    operations: ClassVar = [
        noted("wallet_currency", key="code"),
        noted("wallet_cash_limit"),
        noted("wallet_cash_limit_decision", key="limit_id"),
        noted("wallet_rate"),
        noted("wallet_rate_decision", key="rate_id"),
        noted("wallet_rate_limit"),
        noted("wallet_rate_limit_decision", key="rule_id"),
        noted("wallet_rate_recall"),
        noted("wallet_rate_recall_decision", key="recall_id"),
        noted("wallet_spread"),
        noted("wallet_spread_decision", key="rule_id"),
    ]
