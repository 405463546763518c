"""What the engines ask about games that are written in Python."""

import sys


def size_of(value: object, deep: int = 4) -> int:
    """About how many bytes a value takes, with what it holds."""
    size = sys.getsizeof(value)
    if deep == 0 or isinstance(value, (str, bytes, int)):
        return size
    if isinstance(value, (tuple, list, set, frozenset)):
        return size + sum(size_of(part, deep - 1) for part in value)
    if isinstance(value, dict):
        return size + sum(size_of(key, deep - 1) + size_of(part, deep - 1) for key, part in value.items())
    return size + size_of(getattr(value, "__dict__", 0), deep - 1)
