"""Codes → words: everything the core says to a person, one module a capability."""
