"""`python -m tests.readme`: writes the parts of README.md that are read from the sources, between their markers."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from pydantic_core import PydanticUndefined

from service.settings import Settings, flag_name, variable_name

ROOT: Final = Path(__file__).parents[1]
README: Final = ROOT / "README.md"
# Folders that have no docstring, or are described as a whole.
FOLDERS: Final = {
    "export": "From a checkpoint to a bundle: the two graphs, quantisation, verification.",
    "models": "What a model is: the Transformer in PyTorch, its tokenizer, its training and evaluation.",
    "models/bundles": "Trained, exported, ready to serve.",
    "models/recipes": "What models are trained with.",
    "tests": "Mirror the sources; e2e/ trains, exports, serves and translates.",
    "docs": "How it is built, and why so.",
    "deploy": "Prometheus, Grafana and Kubernetes.",
    "requirements": "Locked dependencies of the images.",
    "service/web": "The page at /: HTML, CSS and ES modules, served as they are.",
}
FILES: Final = {
    ".ci/run": "What every change must pass.",
    "Dockerfile": "The serving images, for CPUs and for GPUs.",
    "compose.yaml": "The server with Prometheus and Grafana.",
    "Makefile": "Set-up, serve, test, lint, bench, image.",
    "pyproject.toml": "Dependencies and tool settings.",
}
PACKAGES: Final = ("service", "export", "models", "loadtest")
NAME_WIDTH: Final = 28
END: Final = "<!-- end -->"


def settings_table() -> str:
    """One row per setting, read from the Settings class."""
    rows = ["| Variable | Flag | Default | Meaning |", "| --- | --- | --- | --- |"]
    for name, field in Settings.model_fields.items():
        default = _default(field.default)
        rows.append(f"| `{variable_name(name)}` | `{flag_name(name)}` | {default} | {field.description} |")
    return "\n".join(rows)


def _default(value: object) -> str:
    if value is None or value is PydanticUndefined:
        return "-"
    return f"`{','.join(map(str, value)) if isinstance(value, tuple) else value}`"


def file_map() -> str:
    """One line per source file, with the first line of its docstring."""
    lines = [line for package in PACKAGES for line in _folder(ROOT / package, 0)]
    lines += [_line(f"{name}/", FOLDERS[name], 0) for name in ("tests", "docs", "deploy", "requirements")]
    lines += [_line(name, text, 0) for name, text in FILES.items()]
    return "\n".join(["```text", *lines, "```"])


def _folder(folder: Path, depth: int) -> Iterator[str]:
    relative = folder.relative_to(ROOT).as_posix()
    yield _line(f"{folder.name}/", FOLDERS.get(relative) or _summary(folder / "__init__.py"), depth)
    for file in sorted(folder.glob("*.py")):
        if file.name != "__init__.py":
            yield _line(file.name, _summary(file), depth + 1)
    for child in sorted(folder.iterdir()):
        name = child.relative_to(ROOT).as_posix()
        if name in FOLDERS:
            yield _line(f"{child.name}/", FOLDERS[name], depth + 1)
        elif (child / "__init__.py").is_file():
            yield from _folder(child, depth + 1)


def _summary(file: Path) -> str:
    docstring = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
    return docstring.partition("\n")[0]


def _line(name: str, text: str, depth: int) -> str:
    return f"{'  ' * depth + name:{NAME_WIDTH}} {text}".rstrip()


SECTIONS: Final[dict[str, Callable[[], str]]] = {"settings": settings_table, "file map": file_map}


def section(text: str, name: str) -> str:
    """What stands between the two markers of a section."""
    return text.partition(f"{_marker(name)}\n")[2].partition(f"\n{END}")[0]


def with_sections(text: str) -> str:
    """The README with every section written anew."""
    for name, write in SECTIONS.items():
        before, _, rest = text.partition(_marker(name))
        _, end, after = rest.partition(END)
        text = "".join([before, _marker(name), "\n", write(), "\n", end, after])
    return text


def _marker(name: str) -> str:
    return f"<!-- {name}: written by `python -m tests.readme` -->"


if __name__ == "__main__":
    README.write_text(with_sections(README.read_text("utf-8")), "utf-8")
