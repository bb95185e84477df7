"""Payment providers: who brings money in and takes it out."""
