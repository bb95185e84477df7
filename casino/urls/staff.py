"""URLs of the back office about rounds."""

from django.urls import path

from casino.incidents.views import places, rounds

app_name = "rounds"
urlpatterns = [
    path("", rounds.list_rounds, name="list"),
    path("<uuid:round_id>/cancel/", rounds.CancelRound.as_view(), name="cancel"),
    path("freezes/<int:pk>/decide/", rounds.decide_frozen_round, name="decide"),
    path("stopped/<uuid:shoe_id>/reopen/", places.ReopenPlace.as_view(), name="reopen"),
]
