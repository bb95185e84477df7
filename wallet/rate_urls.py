"""The back office's addresses about rates."""

from django.urls import path

from wallet import rate_pages

app_name = "rates"
urlpatterns = [
    path("", rate_pages.overview, name="overview"),
    path("new/", rate_pages.enter, name="enter"),
    path("waiting/", rate_pages.waiting, name="waiting"),
    path("<int:rate_id>/decide/", rate_pages.decide, name="decide"),
    path("import/", rate_pages.import_file, name="import"),
    path("import/confirm/", rate_pages.confirm_import, name="confirm_import"),
    path("rules/", rate_pages.rules, name="rules"),
    path("rules/limit/", rate_pages.set_limit, name="set_limit"),
    path("rules/spread/", rate_pages.set_spread, name="set_spread"),
    path("<slug:currency>/", rate_pages.history, name="history"),
]
