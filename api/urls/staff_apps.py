"""URLs of registered apps in the back office."""

from django.urls import path

from api.views import apps

app_name = "apps"
urlpatterns = [
    path("", apps.AppsPage.as_view(), name="list"),
    path("new/", apps.NewAppPage.as_view(), name="new"),
    path("<int:pk>/", apps.AppPage.as_view(), name="app"),
    path("<int:pk>/secret/", apps.renew_secret, name="secret"),
    path("<int:pk>/revoke/", apps.revoke_app, name="revoke"),
    path("<int:pk>/real-money/propose/", apps.propose_real_money, name="propose"),
    path("<int:pk>/real-money/stop/", apps.stop_real_money, name="stop"),
    path("real-money/<int:pk>/decide/", apps.decide_real_money, name="decide"),
]
