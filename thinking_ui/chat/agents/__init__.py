"""The agents of the chat: each does one thing, from typed input to typed output."""
