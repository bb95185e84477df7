"""A player's identity: document number, duplicate accounts, uploaded documents."""
