"""Where threads, finished messages and preferences are kept."""
