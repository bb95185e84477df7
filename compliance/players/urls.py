"""Back-office URLs of players."""

from django.urls import path

from compliance.players.views import (
    acts,
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
    path("", players.overview, name="list"),
    path("by-document/", players.ByDocument.as_view(), name="by_document"),
    path("liftings/", liftings.Liftings.as_view(), name="liftings"),
    path("liftings/<int:pk>/", liftings.decide, name="decide_lifting"),
    path("second-steps/", resets.Resets.as_view(), name="resets"),
    path("second-steps/<int:pk>/", resets.decide, name="decide_reset"),
    path("second-steps/<int:pk>/stop/", resets.stop, name="stop_reset"),
    path("doubles/", duplicate_accounts.Duplicates.as_view(), name="doubles"),
    path("doubles/<int:pk>/", duplicate_accounts.decide, name="decide_double"),
    path("documents/", documents.waiting, name="documents"),
    path("<int:pk>/documents/", documents.Documents.as_view(), name="papers"),
    path("<int:pk>/documents/refuse/", documents.refuse, name="refuse_papers"),
    path("<int:pk>/documents/<uuid:key>/", documents.look, name="paper"),
    path("<int:pk>/", players.player, name="player"),
    path("<int:pk>/timeline/", players.history, name="timeline"),
    path("<int:pk>/visits/", visits.visits, name="visits"),
    path("<int:pk>/suspend/", acts.Suspend.as_view(), name="suspend"),
    path("<int:pk>/exclude/", acts.Exclude.as_view(), name="exclude"),
    path("<int:pk>/lock/", acts.Lock.as_view(), name="lock"),
    path("<int:pk>/lift/<int:restriction>/", acts.Lift.as_view(), name="lift"),
    path("<int:pk>/verify/", acts.Verify.as_view(), name="verify"),
    path("<int:pk>/number/", identity.CorrectNumber.as_view(), name="number"),
    path("<int:pk>/person/", identity.CorrectPerson.as_view(), name="person"),
    path("<int:pk>/limits/", house_limits.HoldToLimit.as_view(), name="house_limits"),
    path("<int:pk>/note/", acts.WriteNote.as_view(), name="note"),
    path("<int:pk>/sign-in/", acts.FreeSignIn.as_view(), name="free_sign_in"),
    path("<int:pk>/second-step/", resets.AskReset.as_view(), name="reset"),
    path("<int:pk>/test-account/", acts.MarkTestAccount.as_view(), name="test_account"),
]
