"""Back-office URLs of void cases."""

from django.urls import path

from compliance.voids.views import cases

app_name = "voids"
urlpatterns = [
    path("", cases.cases, name="list"),
    path("new/", cases.NewCase.as_view(), name="new"),
    path("<uuid:case_id>/", cases.CasePage.as_view(), name="case"),
    path("<uuid:case_id>/progress/", cases.progress, name="progress"),
    path("<uuid:case_id>/decide/", cases.decide, name="decide"),
    path("<uuid:case_id>/withdraw/", cases.withdraw, name="withdraw"),
    path("<uuid:case_id>/<str:kind>/", cases.Follow.as_view(), name="follow"),
]
