"""URLs under /staff/standards/."""

from django.urls import path

from reports.standards import views

app_name = "standards"
urlpatterns = [
    path("", views.StandardsPage.as_view(), name="board"),
    path("file/", views.make_file, name="file"),
    path("<slug:number>/look/", views.look, name="look"),
]
