"""Test vectors: cases of the rules in files, judged by the rulesets that come along."""

from collections.abc import Iterable

from tournaments.transfer.vectors.checking import check
from tournaments.transfer.vectors.errors import BrokenFile
from tournaments.transfer.vectors.files import find_files, holds_vectors, read_vectors
from tournaments.transfer.vectors.report import Report

__all__ = ["BrokenFile", "Report", "report_on"]


def report_on(paths: Iterable[str]) -> Report:
    """Judge all vectors in these files and folders; every file is read before any is judged. Raises BrokenFile.

    A file without vectors is passed over and named, unless there is no other.
    """
    files = find_files(paths)
    holding = [path for path in files if holds_vectors(path)] or files
    vectors = [vector for path in holding for vector in read_vectors(path)]
    return Report(check(vectors), [path for path in files if path not in holding])
