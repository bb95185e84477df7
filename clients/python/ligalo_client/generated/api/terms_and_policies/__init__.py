"""Written by `make client-code` from the API's OpenAPI document. Don't change it by hand."""
