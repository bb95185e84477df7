"""Back-office URLs of players."""

from django.urls import path

from compliance.players.views import (
    acts,
    addresses,
    documents,
    duplicate_accounts,
    house_limits,
    identity,
    liftings,
    players,
    resets,
    visits,
)

app_name = "players"
urlpatterns = [
    path("", players.list_players, name="list"),
    path("by-document/", players.FindByDocumentPage.as_view(), name="by_document"),
    path("liftings/", liftings.LiftingsPage.as_view(), name="liftings"),
    path("liftings/<int:pk>/", liftings.decide, name="decide_lifting"),
    path("second-steps/", resets.ResetsPage.as_view(), name="resets"),
    path("second-steps/<int:pk>/", resets.decide, name="decide_reset"),
    path("second-steps/<int:pk>/stop/", resets.stop_reset, name="stop_reset"),
    path("doubles/", duplicate_accounts.DuplicatesPage.as_view(), name="doubles"),
    path("doubles/<int:pk>/", duplicate_accounts.decide, name="decide_double"),
    path("documents/", documents.list_waiting_documents, name="documents"),
    path("<int:pk>/documents/", documents.DocumentsPage.as_view(), name="papers"),
    path("<int:pk>/documents/refuse/", documents.refuse_documents, name="refuse_papers"),
    path("<int:pk>/documents/<uuid:key>/", documents.open_document, name="paper"),
    path("<int:pk>/", players.show_player, name="player"),
    path("<int:pk>/timeline/", players.show_timeline, name="timeline"),
    path("<int:pk>/visits/", visits.list_visits, name="visits"),
    path("<int:pk>/suspend/", acts.SuspendPage.as_view(), name="suspend"),
    path("<int:pk>/exclude/", acts.ExcludePage.as_view(), name="exclude"),
    path("<int:pk>/lock/", acts.LockPage.as_view(), name="lock"),
    path("<int:pk>/lift/<int:restriction>/", acts.ProposeLiftingPage.as_view(), name="lift"),
    path("<int:pk>/verify/", acts.VerifyPage.as_view(), name="verify"),
    path("<int:pk>/number/", identity.CorrectNumberPage.as_view(), name="number"),
    path("<int:pk>/address/", addresses.CorrectAddressPage.as_view(), name="address"),
    path(
        "<int:pk>/address/verify/",
        addresses.VerifyAddressPage.as_view(),
        name="verify_address",
    ),
    path("<int:pk>/person/", identity.CorrectPersonPage.as_view(), name="person"),
    path("<int:pk>/limits/", house_limits.HouseLimitPage.as_view(), name="house_limits"),
    path("<int:pk>/note/", acts.WriteNotePage.as_view(), name="note"),
    path("<int:pk>/sign-in/", acts.ForgetFailedLoginsPage.as_view(), name="free_sign_in"),
    path("<int:pk>/second-step/", resets.RequestResetPage.as_view(), name="reset"),
    path("<int:pk>/erasure/", acts.ProposeErasurePage.as_view(), name="erase"),
    path("<int:pk>/test-account/", acts.MarkTestAccountPage.as_view(), name="test_account"),
]
