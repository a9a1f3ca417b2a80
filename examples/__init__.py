"""Whole apps, one file each. See README.md."""
