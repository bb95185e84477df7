from api.models.service_keys import ServiceKey
from api.models.stored_answers import StoredAnswer

__all__ = ["ServiceKey", "StoredAnswer"]
