"""Shapes of plays in words: "3+2+1" is a triple, a pair and a single card, "2-2" a tractor of two pairs."""

from collections import Counter
from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.kitty import PAIR, SINGLE, TRIPLE, Component

ONE: Mapping[int, str | Promise] = {
    SINGLE: gettext_lazy("single card"),
    PAIR: gettext_lazy("pair"),
    TRIPLE: gettext_lazy("triple"),
}


def shape_words(shape: str) -> str:
    """Return a shape part by part, equal parts counted together."""
    return _(" + ").join(component_words(part, count) for part, count in Counter(shape.split("+")).items())


def play_words(play: Component) -> str:
    """Return the words for one component of a play."""
    return component_words("-".join([str(play.width)] * play.length))


def component_words(part: str, count: int = 1) -> str:
    widths = [int(width) for width in part.split("-")]
    if len(widths) == 1:
        return tuple_words(widths[0], count)
    if len(set(widths)) > 1:
        words = _("linked %(widths)s") % {"widths": part}
    else:
        words = _("tractor of %(tuples)s") % {"tuples": tuple_words(widths[0], len(widths))}
    return words if count == 1 else _("%(count)d times %(shape)s") % {"count": count, "shape": words}


def tuple_words(width: int, count: int = 1) -> str:
    """Return so many single cards, pairs, triples, or wider ones; one of them without a number."""
    if count == 1 and width in ONE:
        return str(ONE[width])
    if width == SINGLE:
        return ngettext("%(count)d single card", "%(count)d single cards", count) % {"count": count}
    if width == PAIR:
        return ngettext("%(count)d pair", "%(count)d pairs", count) % {"count": count}
    if width == TRIPLE:
        return ngettext("%(count)d triple", "%(count)d triples", count) % {"count": count}
    words = ngettext("%(count)d set of %(width)d", "%(count)d sets of %(width)d", count)
    return words % {"count": count, "width": width}
