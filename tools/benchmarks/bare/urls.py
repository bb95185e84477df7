"""URLs of the product and of the bare view."""

from django.urls import path

from config import urls as product
from tools.benchmarks.bare import views

handler400 = product.handler400
urlpatterns = [
    path("bare/", views.counter, name="bare"),
    path("bare/add/", views.add, name="bare_add"),
    *product.urlpatterns,
]
