"""URLs of the back office about rounds."""

from django.urls import path

from casino.incidents.views import places, rounds

app_name = "rounds"
urlpatterns = [
    path("", rounds.rounds, name="list"),
    path("<uuid:round_id>/cancel/", rounds.CancelRound.as_view(), name="cancel"),
    path("<uuid:round_id>/decide/", rounds.decide, name="decide"),
    path("stopped/<uuid:shoe_id>/reopen/", places.Reopen.as_view(), name="reopen"),
]
