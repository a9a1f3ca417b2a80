"""Measurements of the live path, beside a bare page and beside other frameworks."""
