"""Back-office URLs of void cases."""

from django.urls import path

from compliance.voids.views import cases

app_name = "voids"
urlpatterns = [
    path("", cases.list_cases, name="list"),
    path("new/", cases.NewCasePage.as_view(), name="new"),
    path("<uuid:case_id>/", cases.CasePage.as_view(), name="case"),
    path("<uuid:case_id>/progress/", cases.show_progress, name="progress"),
    path("<uuid:pk>/decide/", cases.decide, name="decide"),
    path("<uuid:case_id>/withdraw/", cases.withdraw, name="withdraw"),
    path("<uuid:case_id>/<str:kind>/", cases.FollowUpPage.as_view(), name="follow"),
]
