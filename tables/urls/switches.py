"""Back-office URLs of switches."""

from django.urls import path

from tables.views import switches

app_name = "switches"
urlpatterns = [
    path("", switches.SwitchesPage.as_view(), name="overview"),
    path("house/", switches.house, name="house"),
    path("rules/<int:pk>/", switches.rules, name="rules"),
    path("tables/<int:pk>/", switches.table, name="table"),
    path("tables/<int:pk>/boxes/<int:number>/", switches.box, name="box"),
    path("players/", switches.find_player, name="find_player"),
    path("players/<int:pk>/", switches.player, name="player"),
]
