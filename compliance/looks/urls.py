"""The back office's address about what staff looked at."""

from django.urls import path

from compliance.looks import views

app_name = "looks"
urlpatterns = [path("", views.list_looks, name="list")]
