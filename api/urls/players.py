"""Resources of the signed-in player."""

from django.urls import URLPattern, path

from api.views import profile, protection

urlpatterns: list[URLPattern] = [
    path("me", profile.ProfileView.as_view(), name="me"),
    path("reality-check", protection.RealityCheckView.as_view(), name="reality_check"),
    path("reality-check/answer", protection.RealityAnswerView.as_view(), name="reality_answer"),
]
