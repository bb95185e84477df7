"""URLs under /staff/reports/."""

from django.urls import path

from reports.archive import views as archive
from reports.views import exports, reports

app_name = "reports"
urlpatterns = [
    path("", reports.index, name="index"),
    path("show/<slug:name>/", reports.report, name="report"),
    path("archive/", archive.ReportArchivePage.as_view(), name="archive"),
    path("archive/<int:pk>/", archive.ArchivedDayPage.as_view(), name="archived_day"),
    path("archive/<int:pk>/<slug:name>/", archive.archived_file, name="archived_file"),
    path("archive/reviews/<int:pk>/decide/", archive.decide, name="decide_review"),
    path("till/", reports.till, name="till"),
    path("export/<slug:name>/", exports.export, name="export"),
    path("files/", exports.files, name="files"),
    path("files/<uuid:public_id>/", exports.file, name="file"),
    path("files/<uuid:public_id>/download/", exports.download, name="download"),
    path("files/<uuid:public_id>/cancel/", exports.cancel, name="cancel"),
]
