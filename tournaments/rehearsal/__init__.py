"""Rehearsals: a whole event played through the real actions with random results, and judged by an oracle."""
