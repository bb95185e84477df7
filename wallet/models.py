"""All models of the wallet, for Django to find."""

from wallet.archive import models as archive
from wallet.cash import models as cash
from wallet.ledger import models as ledger
from wallet.rates import models as rates
from wallet.taxes import models as taxes

__all__ = ["archive", "cash", "ledger", "rates", "taxes"]
