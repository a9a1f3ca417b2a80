"""What the Makefile runs: setting up, building, serving and locking. Not part of the kit."""
