"""What is proved of a player: whom staff compare with a document, and that what was proved is proved no more."""
