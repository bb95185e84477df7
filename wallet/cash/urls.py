"""URLs of the cash desk in the back office."""

from django.urls import path

from wallet.cash.views import account, corrections, desk, discrepancies, limits, record

app_name = "cash"
urlpatterns = [
    path("", desk.overview, name="desk"),
    path("deposits/record/", record.RecordPage.as_view(), name="record"),
    path("deposits/<int:pk>/", desk.DepositPage.as_view(), name="deposit"),
    path("withdrawals/<int:pk>/", desk.WithdrawalPage.as_view(), name="withdrawal"),
    path("accounts/<int:pk>/", account.CashAccountPage.as_view(), name="account"),
    path("accounts/<int:pk>/close/", account.close, name="close"),
    path("accounts/<int:pk>/pay/", account.pay_back, name="pay_back"),
    path("accounts/<int:pk>/deposits/allow/", account.allow_deposits, name="allow_deposits"),
    path("accounts/<int:pk>/movements.csv", account.statement, name="account_statement"),
    path("corrections/new/", corrections.Propose.as_view(), name="correct"),
    path("corrections/<int:pk>/", corrections.Decide.as_view(), name="correction"),
    path("movements/<int:transfer>/reverse/", corrections.Reverse.as_view(), name="reverse"),
    path("check/", discrepancies.LedgerCheckPage.as_view(), name="findings"),
    path("check/findings/<int:pk>/", discrepancies.decide, name="decide_finding"),
    path("limits/", limits.CashLimitsPage.as_view(), name="limits"),
    path("limits/<int:pk>/", limits.decide, name="decide_limit"),
]
