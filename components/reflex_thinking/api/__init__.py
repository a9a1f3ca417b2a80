"""The HTTP service: a chat that any client can use, beside the page. ``rt.mount_api(app, Chat)`` adds it to an app."""
