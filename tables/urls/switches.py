"""Back-office URLs of switches."""

from django.urls import path

from tables.views import switches

app_name = "switches"
urlpatterns = [
    path("", switches.SwitchesPage.as_view(), name="overview"),
    path("house/", switches.switch_house, name="house"),
    path("rules/<int:pk>/", switches.switch_rules, name="rules"),
    path("tables/<int:pk>/", switches.switch_table, name="table"),
    path("tables/<int:pk>/boxes/<int:number>/", switches.switch_box, name="box"),
    path("players/", switches.switch_player_by_email, name="find_player"),
    path("players/<int:pk>/", switches.switch_player, name="player"),
]
