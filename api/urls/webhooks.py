"""URLs of webhooks in the back office."""

from django.urls import path

from api.views import webhook_deliveries, webhook_endpoints, webhook_networks

app_name = "webhooks"
urlpatterns = [
    path("", webhook_endpoints.EndpointsPage.as_view(), name="list"),
    path("new/", webhook_endpoints.NewEndpointPage.as_view(), name="new"),
    path("networks/", webhook_networks.NetworksPage.as_view(), name="networks"),
    path("networks/propose/", webhook_networks.propose_network, name="propose_network"),
    path("networks/<int:pk>/decide/", webhook_networks.decide_network, name="decide_network"),
    path("networks/<int:pk>/end/", webhook_networks.end_network, name="end_network"),
    path("deliveries/<int:pk>/", webhook_deliveries.DeliveryPage.as_view(), name="delivery"),
    path("deliveries/<int:pk>/resend/", webhook_deliveries.resend_delivery, name="resend"),
    path("<int:pk>/", webhook_endpoints.EndpointPage.as_view(), name="endpoint"),
    path("<int:pk>/change/", webhook_endpoints.ChangeEndpointPage.as_view(), name="change"),
    path("<int:pk>/switch/", webhook_endpoints.switch_endpoint, name="switch"),
    path("<int:pk>/rotate/", webhook_endpoints.rotate_secret, name="rotate"),
    path("<int:pk>/test/", webhook_endpoints.send_test_event, name="test"),
    path("<int:pk>/replay/", webhook_endpoints.replay_range, name="replay"),
]
