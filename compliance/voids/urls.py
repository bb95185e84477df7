"""The back office's addresses about cases that void hands."""

from django.urls import path

from compliance.voids import views

app_name = "voids"
urlpatterns = [
    path("", views.cases, name="list"),
    path("new/", views.new, name="new"),
    path("<uuid:case_id>/", views.case, name="case"),
    path("<uuid:case_id>/progress/", views.progress, name="progress"),
    path("<uuid:case_id>/decide/", views.decide, name="decide"),
    path("<uuid:case_id>/withdraw/", views.withdraw, name="withdraw"),
    path("<uuid:case_id>/<str:kind>/", views.follow, name="follow"),
]
