"""What the documents show is what happens: docstrings, the book's chapter, the notebook."""

import ast
import doctest
import importlib
import inspect
import re
from pathlib import Path

import pytest
from morpion import _native

ROOT = Path(__file__).parents[2]
MODULES = ["", "._game", "._results", "._arrays", ".dd", ".openspiel", ".pettingzoo", ".gymnasium"]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    module = importlib.import_module("morpion" + name)
    found = doctest.testmod(module)
    assert found.attempted > 0 and found.failed == 0


def test_the_chapter_of_the_book(monkeypatch):
    monkeypatch.chdir(ROOT)
    text = (ROOT / "book" / "src" / "python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    examples = "\n".join(block for block in blocks if ">>>" in block)
    test = doctest.DocTestParser().get_doctest(examples, {}, "python.md", "python.md", 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.failures == 0 and runner.tries > 10


def test_the_stub_declares_what_there_is():
    """Every name of the compiled part, with as many parameters as it takes, and no other."""
    stub = ast.parse(Path(_native.__file__).with_name("_native.pyi").read_text())
    shown = lambda name: not name.startswith("__")
    classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef) and hasattr(_native, node.name)}
    functions = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
    assert {*classes, *functions} == {name for name in vars(_native) if shown(name)}
    for name, node in classes.items():
        declared = {part.name: part for part in node.body if isinstance(part, ast.FunctionDef) and shown(part.name)}
        assert set(declared) == {part for part in vars(getattr(_native, name)) if shown(part)}, name
        for part, function in declared.items():
            there = getattr(getattr(_native, name), part)
            if callable(there):
                arguments = function.args
                names = [argument.arg for argument in arguments.args + arguments.kwonlyargs]
                assert names == list(inspect.signature(there).parameters), f"{name}.{part}"


def test_the_notebook():
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    notebook = nbformat.read(ROOT / "python" / "notebooks" / "openings.ipynb", as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=300, startup_timeout=300, kernel_name="python3", resources={"metadata": {"path": str(ROOT)}})
    client.execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("image/png" in output.get("data", {}) for output in shown)
    assert any("<svg" in output.get("data", {}).get("text/html", "") for output in shown)
