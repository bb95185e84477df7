"""The back office's addresses about staff."""

from django.urls import path

from accounts.staffing import views

app_name = "people"
urlpatterns = [
    path("", views.people, name="list"),
    path("new/", views.new, name="new"),
    path("review/", views.review, name="review"),
    path("changes/", views.changes, name="changes"),
    path("changes/<int:pk>/", views.decide, name="decide"),
    path("<int:pk>/", views.person, name="person"),
    path("<int:pk>/roles/", views.roles, name="roles"),
    path("<int:pk>/invite/", views.invite, name="invite"),
    path("<int:pk>/reset/", views.reset, name="reset"),
    path("<int:pk>/address/", views.address, name="address"),
    path("<int:pk>/sessions/", views.sessions, name="sessions"),
    path("<int:pk>/state/", views.state, name="state"),
]
