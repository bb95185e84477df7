"""Back-office URLs of the gate before play."""

from django.urls import path

from compliance.gate import views

app_name = "gate"
urlpatterns = [
    path("", views.GatePage.as_view(), name="lists"),
    path("players/<int:pk>/", views.PlayerAtGatePage.as_view(), name="player"),
    path("matches/", views.MatchesPage.as_view(), name="matches"),
    path("matches/<int:pk>/propose/", views.propose, name="propose"),
    path("matches/proposals/<int:pk>/", views.decide, name="decide"),
]
