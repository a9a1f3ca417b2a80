"""The documentation: Markdown in docs/, as pages of the app and as static pages."""
