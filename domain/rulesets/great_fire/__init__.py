"""The room of The Great Fire of London 1666."""
