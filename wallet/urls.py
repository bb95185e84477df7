"""URLs of the player's bank."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from wallet.cash.views import bank, callback, closing, overview, statement
from wallet.exchange import views


class CashKind(StringConverter):
    """URL converter for "deposit" or "withdrawal"."""

    regex = "deposit|withdrawal"


register_converter(CashKind, "cash")

app_name = "wallet"
urlpatterns = [
    path("", overview.bank, name="bank"),
    path("deposit/", bank.deposit, name="deposit"),
    path("withdraw/", bank.withdraw, name="withdraw"),
    path("close/", closing.close, name="close"),
    path("receipts/<cash:kind>/<uuid:reference>/", overview.receipt, name="receipt"),
    path("statement/", statement.shown, name="statement"),
    path("statement/movements.csv", statement.as_file, name="statement_file"),
    path("callbacks/<slug:provider>/", callback.callback, name="callback"),
    path("exchange/", views.exchange_page, name="exchange"),
    path("exchange/confirm/", views.confirm, name="confirm_exchange"),
    path("receipts/exchange/<int:number>/", views.receipt, name="exchange_receipt"),
]
