"""The demo app. Never shipped in the wheel."""
