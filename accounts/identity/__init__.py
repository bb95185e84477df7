"""Who a player is: the number of a document, one account for each person, and pictures of the document."""
