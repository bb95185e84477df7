"""URLs of webhooks in the back office."""

from django.urls import path

from api.views import webhook_deliveries, webhook_endpoints, webhook_networks

app_name = "webhooks"
urlpatterns = [
    path("", webhook_endpoints.EndpointsPage.as_view(), name="list"),
    path("new/", webhook_endpoints.NewEndpointPage.as_view(), name="new"),
    path("networks/", webhook_networks.NetworksPage.as_view(), name="networks"),
    path("networks/propose/", webhook_networks.propose, name="propose_network"),
    path("networks/<int:pk>/decide/", webhook_networks.decide, name="decide_network"),
    path("networks/<int:pk>/end/", webhook_networks.end, name="end_network"),
    path("deliveries/<int:pk>/", webhook_deliveries.DeliveryPage.as_view(), name="delivery"),
    path("deliveries/<int:pk>/resend/", webhook_deliveries.resend, name="resend"),
    path("<int:pk>/", webhook_endpoints.EndpointPage.as_view(), name="endpoint"),
    path("<int:pk>/change/", webhook_endpoints.ChangeEndpointPage.as_view(), name="change"),
    path("<int:pk>/switch/", webhook_endpoints.switch, name="switch"),
    path("<int:pk>/rotate/", webhook_endpoints.rotate, name="rotate"),
    path("<int:pk>/test/", webhook_endpoints.send_test, name="test"),
    path("<int:pk>/replay/", webhook_endpoints.replay, name="replay"),
]
