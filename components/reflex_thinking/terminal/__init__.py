"""The terminal: a recording, or a stream that is piped in, as text or as a view that opens and closes."""
