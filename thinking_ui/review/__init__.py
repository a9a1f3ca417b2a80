"""What stands behind the design review: links, recordings, playbacks and what reviewers write."""
