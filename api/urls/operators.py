"""URLs for the operator's other systems, with service keys."""

from django.urls import path

from api.views.operators import (
    cases,
    events,
    exports,
    ledger,
    payments,
    players,
    proposals,
    reports,
    rounds,
    switches,
    void_follow_ups,
    voids,
)

urlpatterns = [
    path("operator/players", players.PlayerRecordsView.as_view(), name="player_records"),
    path("operator/players/<int:player>", players.PlayerRecordView.as_view(), name="player_record"),
    path("operator/rounds", rounds.RoundRecordsView.as_view(), name="round_records"),
    path("operator/rounds/<uuid:round_id>", rounds.RoundRecordView.as_view(), name="round_record"),
    path("operator/shoes", rounds.ShoeRecordsView.as_view(), name="shoe_records"),
    path("operator/ledger/transfers", ledger.TransfersView.as_view(), name="transfers"),
    path(
        "operator/payments/reports",
        payments.PaymentReportsView.as_view(),
        name="payment_reports",
    ),
    path("operator/reports", reports.ReportsView.as_view(), name="reports"),
    path("operator/reports/<slug:report>", reports.ReportView.as_view(), name="report"),
    path("operator/events", events.EventsView.as_view(), name="events"),
    path("operator/exports", exports.ExportsView.as_view(), name="exports"),
    path("operator/exports/<uuid:export_id>", exports.ExportView.as_view(), name="export"),
    path(
        "operator/exports/<uuid:export_id>/file",
        exports.ExportFileView.as_view(),
        name="export_file",
    ),
    path("operator/switches", switches.SwitchesView.as_view(), name="switches"),
    path("operator/switches/stop", switches.StopView.as_view(), name="stop_play"),
    path("operator/voids", voids.VoidsView.as_view(), name="voids"),
    path("operator/voids/preview", voids.VoidPreviewView.as_view(), name="void_preview"),
    path("operator/voids/<uuid:case_id>", voids.VoidView.as_view(), name="void"),
    path(
        "operator/voids/<uuid:case_id>/follow-ups",
        void_follow_ups.FollowUpsView.as_view(),
        name="follow_ups",
    ),
    path(
        "operator/voids/<uuid:case_id>/follow-ups/preview",
        void_follow_ups.FollowUpPreviewView.as_view(),
        name="follow_up_preview",
    ),
    path("operator/cases", cases.CaseRecordsView.as_view(), name="case_records"),
    path("operator/cases/<uuid:case_id>", cases.CaseRecordView.as_view(), name="case_record"),
    path("operator/flags", cases.FlagRecordsView.as_view(), name="flag_records"),
    path("operator/flags/<uuid:flag_id>", cases.FlagRecordView.as_view(), name="flag_record"),
    path("operator/holds", cases.HoldRecordsView.as_view(), name="hold_records"),
    path("operator/signals", cases.SignalRecordsView.as_view(), name="signal_records"),
    path("operator/rates", proposals.ProposeRateView.as_view(), name="rates"),
    path("operator/rates/<int:number>", proposals.RateProposalView.as_view(), name="rate"),
    path("operator/cash-limits", proposals.ProposeCashLimitView.as_view(), name="cash_limits"),
    path(
        "operator/cash-limits/<int:number>",
        proposals.CashLimitProposalView.as_view(),
        name="cash_limit",
    ),
    path("operator/limits", proposals.ProposeLimitsView.as_view(), name="limits_proposals"),
    path(
        "operator/limits/<int:number>",
        proposals.LimitsProposalView.as_view(),
        name="limits_proposal",
    ),
]
