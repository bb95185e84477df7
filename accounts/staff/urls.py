"""URLs of staff accounts in the back office."""

from django.urls import path

from accounts.staff.views import people

app_name = "people"
urlpatterns = [
    path("", people.people, name="list"),
    path("new/", people.New.as_view(), name="new"),
    path("review/", people.Review.as_view(), name="review"),
    path("changes/", people.Changes.as_view(), name="changes"),
    path("changes/<int:pk>/", people.decide, name="decide"),
    path("<int:pk>/", people.PersonPage.as_view(), name="person"),
    path("<int:pk>/roles/", people.roles, name="roles"),
    path("<int:pk>/invite/", people.invite, name="invite"),
    path("<int:pk>/reset/", people.reset, name="reset"),
    path("<int:pk>/address/", people.address, name="address"),
    path("<int:pk>/sessions/", people.sessions, name="sessions"),
    path("<int:pk>/state/", people.state, name="state"),
]
