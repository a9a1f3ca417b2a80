"""The reflex-assistant-ui chat."""
