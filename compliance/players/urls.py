"""The back office's addresses about players."""

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
    path("by-document/", players.by_document, name="by_document"),
    path("liftings/", liftings.waiting, name="liftings"),
    path("liftings/<int:pk>/", liftings.decide, name="decide_lifting"),
    path("second-steps/", resets.waiting, name="resets"),
    path("second-steps/<int:pk>/", resets.decide, name="decide_reset"),
    path("second-steps/<int:pk>/stop/", resets.stop, name="stop_reset"),
    path("doubles/", duplicate_accounts.waiting, name="doubles"),
    path("doubles/<int:pk>/", duplicate_accounts.decide, name="decide_double"),
    path("documents/", documents.waiting, name="documents"),
    path("<int:pk>/documents/", documents.of_player, name="papers"),
    path("<int:pk>/documents/refuse/", documents.refuse, name="refuse_papers"),
    path("<int:pk>/documents/<uuid:key>/", documents.look, name="paper"),
    path("<int:pk>/", players.player, name="player"),
    path("<int:pk>/timeline/", players.history, name="timeline"),
    path("<int:pk>/visits/", visits.visits, name="visits"),
    path("<int:pk>/suspend/", acts.suspend, name="suspend"),
    path("<int:pk>/exclude/", acts.exclude, name="exclude"),
    path("<int:pk>/lock/", acts.lock, name="lock"),
    path("<int:pk>/lift/<int:restriction>/", acts.lift, name="lift"),
    path("<int:pk>/verify/", acts.verify, name="verify"),
    path("<int:pk>/number/", identity.number, name="number"),
    path("<int:pk>/person/", identity.person, name="person"),
    path("<int:pk>/limits/", house_limits.hold, name="house_limits"),
    path("<int:pk>/note/", acts.note, name="note"),
    path("<int:pk>/sign-in/", acts.free_sign_in, name="free_sign_in"),
    path("<int:pk>/second-step/", resets.reset, name="reset"),
    path("<int:pk>/test-account/", acts.mark_test_account, name="test_account"),
]
