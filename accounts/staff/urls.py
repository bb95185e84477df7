"""URLs of staff accounts in the back office."""

from django.urls import path

from accounts.staff.views import people

app_name = "people"
urlpatterns = [
    path("", people.list_staff, name="list"),
    path("new/", people.NewStaffPage.as_view(), name="new"),
    path("review/", people.RightsReviewPage.as_view(), name="review"),
    path("changes/", people.StaffChangesPage.as_view(), name="changes"),
    path("changes/<int:pk>/", people.decide_change, name="decide"),
    path("<int:pk>/", people.PersonPage.as_view(), name="person"),
    path("<int:pk>/roles/", people.change_roles, name="roles"),
    path("<int:pk>/invite/", people.renew_invitation, name="invite"),
    path("<int:pk>/reset/", people.reset_second_factor, name="reset"),
    path("<int:pk>/address/", people.change_address, name="address"),
    path("<int:pk>/sessions/", people.end_sessions, name="sessions"),
    path("<int:pk>/state/", people.change_state, name="state"),
]
