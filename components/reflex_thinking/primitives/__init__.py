"""Headless components: behaviour and semantics without a look. The styled kit in ``ui/`` is built from these."""
