"""Blocks and runs to look at: written for the review page and for the tests."""
