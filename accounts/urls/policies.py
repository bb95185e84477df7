"""URLs of the staff's pages of policies."""

from django.urls import path

from accounts.policy_pages.views import staff

app_name = "policies"
urlpatterns = [
    path("", staff.PoliciesPage.as_view(), name="list"),
    path("new/<slug:kind>/", staff.EditPolicyPage.as_view(), name="new"),
    path("<int:pk>/", staff.PolicyVersionPage.as_view(), name="version"),
    path("<int:pk>/decide/", staff.decide, name="decide"),
]
