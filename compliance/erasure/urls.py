"""Back-office URLs of erasures."""

from django.urls import path

from compliance.erasure import views

app_name = "erasure"
urlpatterns = [
    path("", views.ErasuresPage.as_view(), name="list"),
    path("<int:pk>/", views.decide, name="decide"),
]
