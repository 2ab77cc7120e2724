"""What everybody may see of results and standings: all of it, released versions only, or nothing from a round on.

Whoever asks for a public page, paper or screen asks here. The same rule for everybody: pages of those who run the event
read the facts themselves.
"""

from tournaments.models import Tournament

FIRST_ROUND = 1


def counts_before(tournament: Tournament) -> int | None:
    """Return the first round whose results do not count in the standings that everybody sees; None where all do.

    While standings are kept for the ceremony that is the round named by the organizer. Where only released versions are
    shown no result counts before there is one.
    """
    if tournament.hidden_from is not None:
        return tournament.hidden_from
    return FIRST_ROUND if tournament.regulations.results.standings == "released" else None


def shows_results(tournament: Tournament, number: int) -> bool:
    """Say whether the results of a round are shown to everybody."""
    return tournament.hidden_from is None or number < tournament.hidden_from


def shows_releases(tournament: Tournament) -> bool:
    """Say whether released versions of standings are shown: not while they are kept for the ceremony."""
    return tournament.hidden_from is None


def shows_standings(tournament: Tournament) -> bool:
    """Say whether the standings as they stand are shown, whatever was released."""
    return counts_before(tournament) is None
