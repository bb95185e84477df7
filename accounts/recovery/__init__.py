"""The way back for players who have lost every second factor: people look at the document, and time protects who they are."""
