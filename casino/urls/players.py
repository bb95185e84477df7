"""Addresses of the player's pages."""

from django.urls import path

from casino.fairness import views as fairness
from casino.history.views import replay, rounds, shoes
from casino.lobby import views as lobby
from casino.protection.views import own_limits, reality
from casino.table_page.views import table

app_name = "casino"

urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("help/", lobby.help_index, name="help"),
    path("help/<slug:slug>/", lobby.help_page, name="table_help"),
    path("help/<slug:slug>/strategy/", lobby.strategy, name="strategy"),
    path("table/<slug:slug>/", table.table, name="table"),
    path("table/<slug:slug>/bet/", table.bet, name="bet"),
    path("table/<slug:slug>/action/", table.action, name="action"),
    path("table/<slug:slug>/reality/", reality.answer, name="reality"),
    path("table/<slug:slug>/hint/", table.hint, name="hint"),
    path("table/<slug:slug>/fairness/", table.fairness, name="table_fairness"),
    path("table/<slug:slug>/client-seed/", table.client_seed, name="client_seed"),
    path("table/<slug:slug>/change-shoe/", table.change_shoe, name="change_shoe"),
    path("rounds/", rounds.history, name="history"),
    path("rounds/rounds.csv", rounds.history_file, name="history_file"),
    path("rounds/<uuid:round_id>/", rounds.round_, name="round"),
    path("rounds/<uuid:round_id>/rules/", rounds.round_rules, name="round_rules"),
    path("rounds/<uuid:round_id>/replay/", replay.replay, name="replay"),
    path("responsible/limits/", own_limits.own_limits, name="own_limits"),
    path("shoes/<uuid:shoe_id>/", shoes.shoe, name="shoe"),
    path("fairness/", fairness.fairness, name="fairness"),
    path("fairness/log/", fairness.log, name="log"),
    path("fairness/log/from/<int:first>/", fairness.log_lines, name="log_lines"),
    path("fairness/log/line/<int:n>/", fairness.log_line, name="log_line"),
    path("fairness/verify/", fairness.verify, name="verify"),
    path("fairness/verify/<str:token>/", fairness.verify, name="verify_shared"),
    path("fairness/transcripts/<str:token>/", fairness.transcript, name="transcript"),
]
