"""The back office's addresses about staff."""

from django.urls import path

from accounts.staff.views import people

app_name = "people"
urlpatterns = [
    path("", people.people, name="list"),
    path("new/", people.new, name="new"),
    path("review/", people.review, name="review"),
    path("changes/", people.changes, name="changes"),
    path("changes/<int:pk>/", people.decide, name="decide"),
    path("<int:pk>/", people.person, name="person"),
    path("<int:pk>/roles/", people.roles, name="roles"),
    path("<int:pk>/invite/", people.invite, name="invite"),
    path("<int:pk>/reset/", people.reset, name="reset"),
    path("<int:pk>/address/", people.address, name="address"),
    path("<int:pk>/sessions/", people.sessions, name="sessions"),
    path("<int:pk>/state/", people.state, name="state"),
]
