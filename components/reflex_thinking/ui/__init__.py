"""The styled kit, built from ``primitives/`` and nothing else."""
