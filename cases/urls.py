"""Back-office URLs of cases."""

from django.urls import path

from cases.views import acts, case_files, case_page, holds, mutes, queue, signal_pages, trials

app_name = "cases"
urlpatterns = [
    path("", queue.QueuePage.as_view(), name="queue"),
    path("next/", queue.take_next, name="next"),
    path("new/", queue.OpenCasePage.as_view(), name="new"),
    path("views/", queue.save_view, name="save_view"),
    path("views/<int:pk>/delete/", queue.delete_view, name="delete_view"),
    path("holds/", holds.HoldsPage.as_view(), name="holds"),
    path("holds/<int:pk>/release/", holds.propose_release, name="propose_release"),
    path("holds/<int:pk>/refusal/", holds.propose_refusal, name="propose_refusal"),
    path("releases/<int:pk>/", holds.decide_release, name="decide_release"),
    path("signals/", signal_pages.list_signals, name="signals"),
    path("signals/<slug:signal>/", signal_pages.SignalPage.as_view(), name="signal"),
    path("thresholds/<int:pk>/decide/", signal_pages.decide, name="decide_thresholds"),
    path("thresholds/<int:pk>/withdraw/", signal_pages.withdraw, name="withdraw_thresholds"),
    path("thresholds/<int:pk>/flags/", trials.FlagChangesPage.as_view(), name="flag_changes"),
    path("recomputations/<int:pk>/", trials.show_progress, name="progress"),
    path("mutes/", mutes.MutesPage.as_view(), name="mutes"),
    path("players/<int:pk>/mutes/", mutes.PlayerMutesPage.as_view(), name="player_mutes"),
    path("players/<int:pk>/mutes/<slug:signal>/end/", mutes.end_mute, name="end_mute"),
    path("<uuid:case_id>/", case_page.CaseworkPage.as_view(), name="case"),
    path(
        "<uuid:case_id>/evidence/<slug:signal>/",
        case_page.EvidencePage.as_view(),
        name="evidence",
    ),
    path("<uuid:case_id>/assign/", acts.assign, name="assign"),
    path("<uuid:case_id>/close/", acts.close, name="close"),
    path("<uuid:case_id>/contact/", acts.record_contact, name="contact"),
    path("<uuid:case_id>/decide/", acts.decide, name="decide"),
    path("<uuid:case_id>/documents/", acts.request_documents, name="documents"),
    path("<uuid:case_id>/escalate/", acts.escalate, name="escalate"),
    path("<uuid:case_id>/file/", case_files.make_file, name="file"),
    path("<uuid:case_id>/hold/", acts.place_hold, name="hold"),
    path("<uuid:case_id>/link/", acts.link, name="link"),
    path("<uuid:case_id>/note/", acts.write_note, name="note"),
    path("<uuid:case_id>/reopen/", acts.reopen, name="reopen"),
    path("<uuid:case_id>/report/", acts.draft_report, name="report"),
    path("<uuid:case_id>/report/file/", case_files.make_report, name="report_file"),
    path("<uuid:case_id>/restrict/", acts.restrict, name="play"),
    path(
        "<uuid:case_id>/restrictions/<int:pk>/end/",
        acts.end_restriction,
        name="end_restriction",
    ),
    path("<uuid:case_id>/void/", acts.CaseVoidPage.as_view(), name="void"),
    path("<uuid:case_id>/wait/", acts.wait, name="wait"),
]
