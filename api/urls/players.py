"""Resources of the signed-in player."""

from django.urls import URLPattern, path

from api.views import (
    cash,
    disputes,
    messages,
    own_limits,
    points,
    policies,
    profile,
    protection,
    session_plan,
    statement,
)

urlpatterns: list[URLPattern] = [
    path("me", profile.ProfileView.as_view(), name="me"),
    path("me/phone", profile.PhoneView.as_view(), name="phone"),
    path("me/address", profile.AddressView.as_view(), name="address"),
    path("documents/due", policies.PoliciesDueView.as_view(), name="documents_due"),
    path("reality-check", protection.RealityCheckView.as_view(), name="reality_check"),
    path("reality-check/answer", protection.RealityAnswerView.as_view(), name="reality_answer"),
    path("balances", cash.BalancesView.as_view(), name="balances"),
    path("statement", statement.StatementView.as_view(), name="statement"),
    path("exchange", statement.ExchangeView.as_view(), name="exchange"),
    path("deposits", cash.DepositsView.as_view(), name="deposits"),
    path("deposits/terms", cash.DepositTermsView.as_view(), name="deposit_terms"),
    path("deposits/<uuid:reference>", cash.DepositView.as_view(), name="deposit"),
    path("withdrawals", cash.WithdrawalsView.as_view(), name="withdrawals"),
    path("withdrawals/terms", cash.WithdrawalTermsView.as_view(), name="withdrawal_terms"),
    path("withdrawals/<uuid:reference>", cash.WithdrawalView.as_view(), name="withdrawal"),
    path("limits", own_limits.LimitsView.as_view(), name="limits"),
    path("limits/<str:kind>/<str:period>", own_limits.LimitView.as_view(), name="limit"),
    path(
        "limits/<str:kind>/<str:period>/pending",
        own_limits.PendingLimitView.as_view(),
        name="pending_limit",
    ),
    path("session-plan", session_plan.SessionPlanView.as_view(), name="session_plan"),
    path("time-out", protection.TimeOutView.as_view(), name="time_out"),
    path("self-exclusion", protection.SelfExclusionView.as_view(), name="self_exclusion"),
    path(
        "self-exclusion/return", protection.ExclusionReturnView.as_view(), name="exclusion_return"
    ),
    path("points", points.PointsView.as_view(), name="points"),
    path("points/history", points.PointsHistoryView.as_view(), name="points_history"),
    path("points/offer", points.RedemptionOfferView.as_view(), name="redemption_offer"),
    path("points/redemptions", points.RedemptionsView.as_view(), name="redemptions"),
    path("messages", messages.MessagesView.as_view(), name="messages"),
    path("messages/read", messages.ReadAllView.as_view(), name="messages_read"),
    path("messages/<str:message>", messages.MessageView.as_view(), name="message"),
    path("messages/<str:message>/read", messages.ReadMessageView.as_view(), name="message_read"),
    path("disputes", disputes.DisputesView.as_view(), name="disputes"),
    path("disputes/<uuid:dispute>", disputes.DisputeView.as_view(), name="dispute"),
    path("disputes/<uuid:dispute>/replies", disputes.DisputeRepliesView.as_view(), name="replies"),
    path("disputes/<uuid:dispute>/settle", disputes.SettleDisputeView.as_view(), name="settle"),
]
