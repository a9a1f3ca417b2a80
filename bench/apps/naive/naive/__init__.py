"""The page that sends its whole block with every delta."""
