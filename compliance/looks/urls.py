"""Back-office URL of the audit log of views."""

from django.urls import path

from compliance.looks import views

app_name = "looks"
urlpatterns = [path("", views.list_looks, name="list")]
