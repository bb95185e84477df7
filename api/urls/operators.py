"""URLs for the operator's other systems, with service keys."""

from django.urls import path

from api.views.operators import events, ledger, players, reports, rounds

urlpatterns = [
    path("operator/players", players.PlayerRecordsView.as_view(), name="player_records"),
    path("operator/players/<int:player>", players.PlayerRecordView.as_view(), name="player_record"),
    path("operator/rounds", rounds.RoundRecordsView.as_view(), name="round_records"),
    path("operator/rounds/<uuid:round_id>", rounds.RoundRecordView.as_view(), name="round_record"),
    path("operator/shoes", rounds.ShoeRecordsView.as_view(), name="shoe_records"),
    path("operator/ledger/transfers", ledger.TransfersView.as_view(), name="transfers"),
    path("operator/reports", reports.ReportsView.as_view(), name="reports"),
    path("operator/reports/<slug:report>", reports.ReportView.as_view(), name="report"),
    path("operator/events", events.EventsView.as_view(), name="events"),
]
