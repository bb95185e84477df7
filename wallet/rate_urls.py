"""The back office's addresses about rates."""

from django.urls import path

from wallet import rate_pages, rate_recall_pages, rate_rule_pages

app_name = "rates"
urlpatterns = [
    path("", rate_pages.overview, name="overview"),
    path("new/", rate_pages.enter, name="enter"),
    path("waiting/", rate_pages.waiting, name="waiting"),
    path("<int:pk>/decide/", rate_pages.decide, name="decide"),
    path("<int:rate_id>/recall/", rate_recall_pages.ask, name="ask_recall"),
    path("recalls/<int:pk>/", rate_recall_pages.decide, name="decide_recall"),
    path("import/", rate_pages.import_file, name="import"),
    path("import/confirm/", rate_pages.confirm_import, name="confirm_import"),
    path("rules/", rate_rule_pages.rules, name="rules"),
    path("rules/limit/", rate_rule_pages.propose_limit, name="propose_limit"),
    path("rules/spread/", rate_rule_pages.propose_spread, name="propose_spread"),
    path("rules/limit/<int:pk>/", rate_rule_pages.decide_limit, name="decide_limit"),
    path("rules/spread/<int:pk>/", rate_rule_pages.decide_spread, name="decide_spread"),
    path("<slug:currency>/", rate_pages.history, name="history"),
]
