"""URLs of exchange rates in the back office."""

from django.urls import path

from wallet.rates.views import rates, recalls, rules

app_name = "rates"
urlpatterns = [
    path("", rates.RatesOverviewPage.as_view(), name="overview"),
    path("new/", rates.EnterRatePage.as_view(), name="enter"),
    path("waiting/", rates.PendingRatesPage.as_view(), name="waiting"),
    path("<int:pk>/decide/", rates.decide, name="decide"),
    path("<int:rate_id>/recall/", recalls.propose_recall, name="ask_recall"),
    path("recalls/<int:pk>/", recalls.decide, name="decide_recall"),
    path("import/", rates.ImportRatesPage.as_view(), name="import"),
    path("import/confirm/", rates.confirm_import, name="confirm_import"),
    path("rules/", rules.RateRulesPage.as_view(), name="rules"),
    path("rules/limit/", rules.propose_max_age, name="propose_max_age"),
    path("rules/spread/", rules.propose_spread, name="propose_spread"),
    path("rules/limit/<int:pk>/", rules.decide_max_age, name="decide_max_age"),
    path("rules/spread/<int:pk>/", rules.decide_spread, name="decide_spread"),
    path("<slug:currency>/", rates.RateHistoryPage.as_view(), name="history"),
]
