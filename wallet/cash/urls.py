"""URLs of the cash desk in the back office."""

from django.urls import path

from wallet.archive import views as archive
from wallet.cash.views import (
    account,
    corrections,
    desk,
    discrepancies,
    limits,
    providers,
    record,
)
from wallet.taxes import views as taxes

app_name = "cash"
urlpatterns = [
    path("", desk.show_desk, name="desk"),
    path("deposits/record/", record.RecordPage.as_view(), name="record"),
    path("deposits/<int:pk>/", desk.DepositPage.as_view(), name="deposit"),
    path("withdrawals/<int:pk>/", desk.WithdrawalPage.as_view(), name="withdrawal"),
    path("accounts/<int:pk>/", account.CashAccountPage.as_view(), name="account"),
    path("accounts/<int:pk>/close/", account.close_account, name="close"),
    path("accounts/<int:pk>/pay/", account.pay_closed_account, name="pay_back"),
    path("accounts/<int:pk>/deposits/allow/", account.allow_deposits, name="allow_deposits"),
    path("accounts/<int:pk>/movements.csv", account.download_statement, name="account_statement"),
    path("corrections/new/", corrections.ProposeCorrectionPage.as_view(), name="correct"),
    path("corrections/<int:pk>/", corrections.CorrectionPage.as_view(), name="correction"),
    path("corrections/<int:pk>/decide/", corrections.decide, name="decide_correction"),
    path(
        "movements/<int:transfer>/reverse/",
        corrections.ReverseTransferPage.as_view(),
        name="reverse",
    ),
    path("check/", discrepancies.LedgerCheckPage.as_view(), name="findings"),
    path("check/findings/<int:pk>/", discrepancies.decide, name="decide_finding"),
    path("archive/", archive.ArchivePage.as_view(), name="archive"),
    path("archive/<int:pk>/", archive.decide, name="decide_detachment"),
    path("taxes/", taxes.TaxesPage.as_view(), name="taxes"),
    path("taxes/<int:pk>/", taxes.decide, name="decide_tax_payment"),
    path("providers/", providers.ProvidersPage.as_view(), name="providers"),
    path("limits/", limits.CashLimitsPage.as_view(), name="limits"),
    path("limits/<int:pk>/", limits.decide, name="decide_limit"),
]
