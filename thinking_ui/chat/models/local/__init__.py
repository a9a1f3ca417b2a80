"""The model that needs no key and no network: it answers with what the documents say, and shows how it gets there."""
