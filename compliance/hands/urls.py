"""Back-office URLs of hands."""

from django.urls import path

from compliance.hands import views

app_name = "hands"
urlpatterns = [
    path("", views.hands, name="list"),
    path("<uuid:round_id>/", views.hand, name="hand"),
    path("<uuid:round_id>/decisions/", views.decisions, name="decisions"),
    path("<uuid:round_id>/replay/<int:step>/", views.replay, name="replay"),
]
