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
    path("", overview.show_bank, name="bank"),
    path("deposit/", bank.deposit_page, name="deposit"),
    path("withdraw/", bank.withdrawal_page, name="withdraw"),
    path("close/", closing.close_own_account, name="close"),
    path("receipts/<cash:kind>/<uuid:reference>/", overview.show_receipt, name="receipt"),
    path("statement/", statement.show_statement, name="statement"),
    path("statement/movements.csv", statement.download_statement, name="statement_file"),
    path("callbacks/<slug:provider>/", callback.receive_callback, name="callback"),
    path("exchange/", views.exchange_page, name="exchange"),
    path("exchange/confirm/", views.confirm_offer, name="confirm_exchange"),
    path("receipts/exchange/<int:number>/", views.show_receipt, name="exchange_receipt"),
]
