"""Problems of the API are raised by the caller: see ligalo_client.problems."""
