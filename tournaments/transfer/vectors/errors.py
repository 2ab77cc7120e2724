"""Why a vector cannot be judged."""


class BrokenFile(Exception):  # noqa: N818 - named after what is wrong
    """A file that is no file of vectors, in words."""


class Unread(Exception):  # noqa: N818 - named after what is wrong
    """What a vector says in words that nobody here understands; neither passed nor failed."""


class NotExpressible(Exception):  # noqa: N818 - named after what is wrong
    """Something that no rule document has, so that no ruleset can say it."""
