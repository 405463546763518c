"""How far long calls are: by tqdm where it is installed, or else as a line of text."""

import importlib.util
import sys


class _Nothing:
    def show(self, text: str) -> None:
        pass

    def close(self) -> None:
        pass


class _Line:
    def __init__(self) -> None:
        self.width = 0

    def show(self, text: str) -> None:
        print(f"\r{text:<{self.width}}", end="", file=sys.stderr, flush=True)
        self.width = max(self.width, len(text))

    def close(self) -> None:
        print("\r" + " " * self.width + "\r", end="", file=sys.stderr, flush=True)


class _Bar:
    def __init__(self, tqdm) -> None:
        self.bar = tqdm(bar_format="{desc} ({elapsed}, Ctrl-C stops)", leave=False)

    def show(self, text: str) -> None:
        self.bar.set_description_str(text)

    def close(self) -> None:
        self.bar.close()


def shown():
    """What shows progress, if anybody can see it."""
    import morpion

    wanted = morpion.progress
    if wanted is None:
        wanted = sys.stderr.isatty() or "ipykernel" in sys.modules
    if not wanted:
        return _Nothing()
    try:
        # Without the package that draws bars in a notebook, tqdm would complain of that above every bar.
        if "ipykernel" in sys.modules and importlib.util.find_spec("ipywidgets") is not None:
            from tqdm.auto import tqdm
        else:
            from tqdm import tqdm
    except ImportError:
        return _Line()
    return _Bar(tqdm)
