"""The journal in the reader's language."""
