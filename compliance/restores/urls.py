"""URLs of the page of restores."""

from django.urls import path

from compliance.restores import views

app_name = "restores"
urlpatterns = [
    path("", views.Restores.as_view(), name="page"),
    path("releases/<int:pk>/decide/", views.decide, name="decide"),
]
