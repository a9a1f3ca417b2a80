"""The apps that are measured."""
