"""URLs of the back office about live tables."""

from django.urls import path

from casino.live.views import staff

app_name = "live"
urlpatterns = [
    path("", staff.LiveTables.as_view(), name="tables"),
    path("<slug:slug>/", staff.LiveTable.as_view(), name="table"),
    path("<slug:slug>/switch/", staff.switch_live_table, name="switch_table"),
    path("<slug:slug>/boxes/<int:number>/switch/", staff.switch_live_box, name="switch_box"),
]
