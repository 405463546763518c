"""How far long calls are: by tqdm where it is installed, or else as a line of text."""

import sys


class _Line:
    def __init__(self) -> None:
        self.width = 0

    def show(self, text: str) -> None:
        print(f"\r{text:<{self.width}}", end="", file=sys.stderr, flush=True)
        self.width = max(self.width, len(text))

    def close(self, _: str) -> None:
        print("\r" + " " * self.width + "\r", end="", file=sys.stderr, flush=True)


class _Bar:
    def __init__(self, tqdm) -> None:
        self.bar = tqdm(bar_format="{desc} ({elapsed}, Ctrl-C stops)", leave=False)

    def show(self, text: str) -> None:
        self.bar.set_description_str(text)

    def close(self, _: str) -> None:
        self.bar.close()


def shown():
    """What shows progress; ``None`` if nobody can see it."""
    import morpion

    wanted = morpion.progress
    if wanted is None:
        wanted = sys.stderr.isatty() or "ipykernel" in sys.modules
    if not wanted:
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Line()
    return _Bar(tqdm)
