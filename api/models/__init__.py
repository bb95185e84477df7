from api.models.stored_answers import StoredAnswer

__all__ = ["StoredAnswer"]
