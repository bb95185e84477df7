"""Back-office URLs of tables and rule sets."""

from django.urls import path

from tables.views import confirm, editor, families, limits, tables, versions

app_name = "tables"
urlpatterns = [
    path("", families.RuleSetsPage.as_view(), name="overview"),
    path("limits/", limits.LimitsPage.as_view(), name="house"),
    path("limits/player/", limits.FindPlayerPage.as_view(), name="find_player"),
    path("limits/player/<int:pk>/", limits.LimitsPage.as_view(), name="player"),
    path("limits/<int:pk>/decide/", limits.decide, name="decide_limits"),
    path("new/", tables.NewTablePage.as_view(), name="new_table"),
    path("<int:pk>/", tables.TableSettingsPage.as_view(), name="table"),
    path("<int:pk>/switch/", tables.open_or_close, name="switch"),
    path("changes/<int:pk>/decide/", tables.decide_change, name="decide_change"),
    path("rules/new/", families.NewRuleSetPage.as_view(), name="new_family"),
    path("rules/<int:pk>/", families.RuleSetPage.as_view(), name="family"),
    path("rules/<int:pk>/draft/", families.create_draft, name="draft"),
    path("versions/<int:pk>/", versions.VersionPage.as_view(), name="version"),
    path("versions/<int:pk>/edit/", editor.EditRulesPage.as_view(), name="edit"),
    path("versions/<int:pk>/preview/", editor.PreviewPage.as_view(), name="preview"),
    path("versions/<int:pk>/mathematics/", versions.mathematics_part, name="figures"),
    path("versions/<int:pk>/<slug:name>/", confirm.StepPage.as_view(), name="step"),
]
