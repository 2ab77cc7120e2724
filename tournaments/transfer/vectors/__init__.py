"""Test vectors: cases of the rules in files, judged by the rulesets that come along."""

from collections.abc import Iterable

from tournaments.transfer.vectors.checking import check
from tournaments.transfer.vectors.errors import BrokenFile
from tournaments.transfer.vectors.files import find_files, read_vectors
from tournaments.transfer.vectors.report import Report

__all__ = ["BrokenFile", "Report", "report_on"]


def report_on(paths: Iterable[str]) -> Report:
    """Judge all vectors in these files and folders; every file is read before any is judged. Raises BrokenFile."""
    vectors = [vector for path in find_files(paths) for vector in read_vectors(path)]
    return Report(check(vectors))
