"""Back-office URLs of hands."""

from django.urls import path

from compliance.hands import views

app_name = "hands"
urlpatterns = [
    path("", views.list_hands, name="list"),
    path("<uuid:round_id>/", views.show_hand, name="hand"),
    path("<uuid:round_id>/decisions/", views.show_decisions, name="decisions"),
    path("<uuid:round_id>/replay/<int:step>/", views.show_replay, name="replay"),
]
