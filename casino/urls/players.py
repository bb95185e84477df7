"""URLs of the player's pages."""

from django.urls import path

from casino.fairness import views as fairness
from casino.history.views import replay, rounds, shoes
from casino.live.views import acts, table as live
from casino.lobby import views as lobby
from casino.protection.views import own_limits, reality, session_plan
from casino.table_page.views import table

app_name = "casino"

urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("help/", lobby.help_index, name="help"),
    path("help/<slug:slug>/", lobby.help_page, name="table_help"),
    path("help/<slug:slug>/strategy/", lobby.strategy, name="strategy"),
    path("table/<slug:slug>/", table.table, name="table"),
    path("table/<slug:slug>/bet/", table.place_bet, name="bet"),
    path("table/<slug:slug>/action/", table.play_action, name="action"),
    path("table/<slug:slug>/reality/", reality.answer_reality_check, name="reality"),
    path("table/<slug:slug>/hint/", table.show_hint, name="hint"),
    path("table/<slug:slug>/fairness/", table.fairness, name="table_fairness"),
    path("table/<slug:slug>/client-seed/", table.change_client_seed, name="client_seed"),
    path("table/<slug:slug>/change-shoe/", table.change_shoe, name="change_shoe"),
    path("live/<slug:slug>/", live.table, name="live_table"),
    path("live/<slug:slug>/felt/", live.felt, name="live_felt"),
    path("live/<slug:slug>/own/", live.own_part, name="live_own"),
    path("live/<slug:slug>/stream/", live.stream, name="live_stream"),
    path("live/<slug:slug>/take/", acts.take_seat, name="live_take"),
    path("live/<slug:slug>/leave/", acts.leave_seats, name="live_leave"),
    path("live/<slug:slug>/sit-out/", acts.sit_out, name="live_sit_out"),
    path("live/<slug:slug>/ready/", acts.mark_ready, name="live_ready"),
    path("live/<slug:slug>/client-seed/", acts.choose_seed, name="live_client_seed"),
    path("live/<slug:slug>/wait/", acts.update_waiting_list, name="live_wait"),
    path("live/<slug:slug>/bet/", acts.place_bet, name="live_bet"),
    path("live/<slug:slug>/withdraw/", acts.withdraw_bet, name="live_withdraw"),
    path("live/<slug:slug>/action/", acts.play_action, name="live_action"),
    path("live/<slug:slug>/answer/", acts.give_answers, name="live_answer"),
    path("live/<slug:slug>/early/", acts.choose_early, name="live_early"),
    path("live/<slug:slug>/open/", acts.open_seal, name="live_open"),
    path("live/<slug:slug>/seal/", acts.store_fresh_seal, name="live_seal"),
    path("rounds/", rounds.history, name="history"),
    path("rounds/last/", rounds.last_games, name="last_games"),
    path("rounds/rounds.csv", rounds.history_file, name="history_file"),
    path("rounds/<uuid:round_id>/", rounds.round_page, name="round"),
    path("rounds/<uuid:round_id>/rules/", rounds.round_rules, name="round_rules"),
    path("rounds/<uuid:round_id>/replay/", replay.replay, name="replay"),
    path("responsible/limits/", own_limits.own_limits, name="own_limits"),
    path("responsible/session/", session_plan.session_plan, name="session_plan"),
    path("shoes/<uuid:shoe_id>/", shoes.shoe_page, name="shoe"),
    path("fairness/", fairness.fairness, name="fairness"),
    path("fairness/log/", fairness.log, name="log"),
    path("fairness/log/from/<int:first>/", fairness.log_lines, name="log_lines"),
    path("fairness/log/line/<int:n>/", fairness.log_line, name="log_line"),
    path("fairness/verify/", fairness.verify, name="verify"),
    path("fairness/verify/<str:token>/", fairness.verify, name="verify_shared"),
    path("fairness/transcripts/<str:token>/", fairness.transcript, name="transcript"),
]
