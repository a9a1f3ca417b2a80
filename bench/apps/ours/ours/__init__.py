"""The measured chat."""
