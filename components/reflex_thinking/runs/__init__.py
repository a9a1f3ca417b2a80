"""Runs: how an answer is made, kept while it is made, and read by any number of viewers. No Reflex in here."""
