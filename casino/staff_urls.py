"""The back office's addresses about rounds."""

from django.urls import path

from casino.views import staff_places, staff_rounds

app_name = "rounds"
urlpatterns = [
    path("", staff_rounds.rounds, name="list"),
    path("<uuid:round_id>/cancel/", staff_rounds.cancel, name="cancel"),
    path("<uuid:round_id>/decide/", staff_rounds.decide, name="decide"),
    path("stopped/<uuid:shoe_id>/reopen/", staff_places.reopen, name="reopen"),
]
