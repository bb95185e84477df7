"""The wallet as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WalletConfig(AppConfig):
    """The only app that may write ledger rows, and only through `post()`."""

    name = "wallet"
    verbose_name = _("Wallet")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import wallet.checks  # noqa: F401, PLC0415  it needs the models
        from limits.selectors.jurisdiction import register_rates  # noqa: PLC0415  as above
        from wallet.rates.selectors.kept import kept_rates  # noqa: PLC0415  as above

        register_rates(kept_rates)
