"""The back office's addresses about tables and rule sets."""

from django.urls import path

from tables.views import confirm, families, limits, tables, versions

app_name = "tables"
urlpatterns = [
    path("", families.overview, name="overview"),
    path("limits/", limits.house, name="house"),
    path("limits/player/", limits.find_player, name="find_player"),
    path("limits/player/<int:pk>/", limits.player, name="player"),
    path("limits/<int:pk>/decide/", limits.decide, name="decide_limits"),
    path("new/", tables.new_table, name="new_table"),
    path("<int:pk>/", tables.table, name="table"),
    path("<int:pk>/switch/", tables.switch, name="switch"),
    path("changes/<int:pk>/decide/", tables.decide_change, name="decide_change"),
    path("rules/new/", families.new_family, name="new_family"),
    path("rules/<int:pk>/", families.family, name="family"),
    path("rules/<int:pk>/draft/", families.draft, name="draft"),
    path("versions/<int:pk>/", versions.version, name="version"),
    path("versions/<int:pk>/edit/", versions.edit, name="edit"),
    path("versions/<int:pk>/mathematics/", versions.figures, name="figures"),
    path("versions/<int:pk>/<slug:name>/", confirm.step, name="step"),
]
