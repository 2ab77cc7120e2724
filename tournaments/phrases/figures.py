"""Points as people read them: with their sign, the real minus, and two places of a fraction at most."""

from fractions import Fraction

from scoring.figures import Points


def figure(value: Points) -> str:
    """Return a value without a sign of its own: 3, 1.5, −3."""
    number = f"{float(value):.2f}".rstrip("0").rstrip(".") if isinstance(value, Fraction) else str(value)
    return number.replace("-", "\N{MINUS SIGN}")


def signed(value: Points) -> str:
    """Return a value with its sign: +3, −3, 0."""
    return f"+{figure(value)}" if value > 0 else figure(value)
