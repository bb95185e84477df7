"""Recovery of accounts that lost their second factors: staff compare the document; a waiting period protects them."""
