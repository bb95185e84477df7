"""Play of the signed-in player: private tables, live tables, history."""

from django.urls import path

from api.views import history, laboratory, live, live_decisions, live_seats, places

urlpatterns = [
    path(
        "laboratory/tables",
        laboratory.LaboratoryTablesView.as_view(),
        name="laboratory_tables",
    ),
    path("tables/<slug:table>/position", places.PositionView.as_view(), name="position"),
    path("tables/<slug:table>/shoes", places.OwnShoesView.as_view(), name="own_shoes"),
    path("tables/<slug:table>/shoes/change", places.ChangeShoeView.as_view(), name="change_shoe"),
    path("tables/<slug:table>/client-seed", places.ClientSeedView.as_view(), name="client_seed"),
    path("rounds", places.RoundsView.as_view(), name="rounds"),
    path("rounds/<uuid:round>", history.RoundStateView.as_view(), name="round"),
    path("rounds/<uuid:round>/decisions", places.DecisionsView.as_view(), name="decisions"),
    path("rounds/<uuid:round>/hints", places.HintsView.as_view(), name="hints"),
    path("history", history.HistoryView.as_view(), name="history"),
    path("history/<uuid:round>", history.PlayedRoundView.as_view(), name="played_round"),
    path("history/<uuid:round>/replay", history.ReplayView.as_view(), name="replay"),
    path("shoes/<uuid:shoe>/transcript", history.TranscriptView.as_view(), name="transcript"),
    path("live/<slug:table>", live.LiveTableStateView.as_view(), name="live_table"),
    path("live/<slug:table>/stream", live.StreamView.as_view(), name="live_stream"),
    path("live/<slug:table>/seats", live_seats.SeatsView.as_view(), name="live_seats"),
    path("live/<slug:table>/seats/leave", live_seats.LeaveSeatsView.as_view(), name="live_leave"),
    path("live/<slug:table>/seats/sit-out", live_seats.SitOutView.as_view(), name="live_sit_out"),
    path("live/<slug:table>/seats/ready", live_seats.ReadyView.as_view(), name="live_ready"),
    path("live/<slug:table>/waiting-list", live_seats.WaitView.as_view(), name="live_wait"),
    path(
        "live/<slug:table>/waiting-list/leave",
        live_seats.StopWaitingView.as_view(),
        name="live_stop_waiting",
    ),
    path("live/<slug:table>/bets", live.WagersView.as_view(), name="live_bets"),
    path("live/<slug:table>/bets/withdraw", live.WithdrawView.as_view(), name="live_withdraw"),
    path(
        "live/<slug:table>/decisions",
        live_decisions.LiveDecisionsView.as_view(),
        name="live_decisions",
    ),
    path("live/<slug:table>/answers", live_decisions.AnswersView.as_view(), name="live_answers"),
    path(
        "live/<slug:table>/early-decisions",
        live_decisions.EarlyDecisionsView.as_view(),
        name="live_early",
    ),
    path("live/<slug:table>/seals", live_decisions.SealsView.as_view(), name="live_seals"),
    path("live/<slug:table>/seals/open", live_decisions.OpeningView.as_view(), name="live_open"),
    path(
        "live/<slug:table>/client-seed", live_seats.LiveClientSeedView.as_view(), name="live_seed"
    ),
]
