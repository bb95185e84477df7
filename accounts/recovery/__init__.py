"""Recovery for players who lost all second factors: staff compare the document, and a waiting period protects the account."""
