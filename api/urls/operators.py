"""URLs for the operator's other systems, with service keys."""

from django.urls import path

from api.views.operators import events, players

urlpatterns = [
    path("operator/players", players.PlayersView.as_view(), name="players"),
    path("operator/players/<int:player>", players.PlayerView.as_view(), name="player"),
    path("operator/events", events.EventsView.as_view(), name="events"),
]
