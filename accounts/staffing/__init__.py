"""Staff as people with accounts of their own: made by invitation, with roles, looked over at intervals."""
