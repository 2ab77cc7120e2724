"""The cards of a deck by name: `S-5`, `H-10`, `LJ` (small joker), `BJ` (big joker)."""

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("S", "H", "C", "D")
JOKERS = ("LJ", "BJ")
JOKERS_IN_A_DECK = len(JOKERS)
