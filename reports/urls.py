"""URLs under /staff/reports/."""

from django.urls import path

from reports.views import exports, reports

app_name = "reports"
urlpatterns = [
    path("", reports.index, name="index"),
    path("show/<slug:name>/", reports.report, name="report"),
    path("till/", reports.till, name="till"),
    path("export/<slug:name>/", exports.export, name="export"),
    path("files/", exports.files, name="files"),
    path("files/<uuid:public_id>/", exports.file, name="file"),
    path("files/<uuid:public_id>/download/", exports.download, name="download"),
    path("files/<uuid:public_id>/cancel/", exports.cancel, name="cancel"),
]
