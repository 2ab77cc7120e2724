"""Entries: a pair registers or is entered, waits, is decided on by the organizer, until the list is frozen."""

from tournaments.actions.entries.decisions import admit_late, approve, approve_all, decline, reinstate, withdraw
from tournaments.actions.entries.divisions import move
from tournaments.actions.entries.lists import enter_list, known_pairs, natural_key
from tournaments.actions.entries.places import fill_places, freeze, unfreeze
from tournaments.actions.entries.registration import Registration, make_person, register

__all__ = [
    "Registration",
    "admit_late",
    "approve",
    "approve_all",
    "decline",
    "enter_list",
    "fill_places",
    "freeze",
    "known_pairs",
    "make_person",
    "move",
    "natural_key",
    "register",
    "reinstate",
    "unfreeze",
    "withdraw",
]
