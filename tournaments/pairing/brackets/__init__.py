"""Brackets: who plays whom, round by round, before anybody has won."""
