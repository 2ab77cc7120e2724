"""Entries: pairs register or are entered by hand or list; capacity and waiting list, the decisions on them, the freeze."""

from tournaments.actions.entries.decisions import approve, approve_all, decline, reinstate, withdraw
from tournaments.actions.entries.lists import enter_list, known_pairs, natural_key
from tournaments.actions.entries.registration import (
    Registration,
    fill_places,
    freeze,
    make_person,
    register,
    unfreeze,
)

__all__ = [
    "Registration",
    "approve",
    "approve_all",
    "decline",
    "enter_list",
    "fill_places",
    "freeze",
    "known_pairs",
    "make_person",
    "natural_key",
    "register",
    "reinstate",
    "unfreeze",
    "withdraw",
]
