from api.models.service_keys import ServiceKey

__all__ = ["ServiceKey"]
