"""Judges an event from its rows and its document alone: shares no code with what counts, pairs and ranks."""
