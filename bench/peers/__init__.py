"""The same work through other frameworks, each in a virtualenv of its own."""
