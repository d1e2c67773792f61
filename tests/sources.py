"""The source tree as tests of its structure see it: every module, parsed, with what it imports."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("service", "export", "models", "loadtest")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(frozen=True)
class Module:
    """One Python file, by its dotted name."""

    name: str
    path: Path
    tree: ast.Module

    @property
    def package(self) -> str:
        """The top-level package."""
        return self.name.partition(".")[0]

    def imports(self) -> Iterator[str]:
        """Dotted names of everything that it imports, members included: `from a import b` gives `a` and `a.b`."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield "." * node.level + (node.module or "")
                yield from (f"{node.module}.{alias.name}" for alias in node.names)

    def uses(self, *names: str) -> set[str]:
        """Which of its imports are, or lie inside, one of `names`."""
        return {given for given in self.imports() if any(f"{given}.".startswith(f"{name}.") for name in names)}

    def find(self, kind: type[ast.AST] | tuple[type[ast.AST], ...]) -> list[str]:
        """`file:line` of every node of a kind."""
        return [self.where(node) for node in ast.walk(self.tree) if isinstance(node, kind)]

    def where(self, node: ast.AST) -> str:
        """`file:line` of a node."""
        return f"{self.path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"


def read_modules() -> list[Module]:
    """Every module of the four packages."""
    files = [file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]
    return [Module(_dotted(file), file, ast.parse(file.read_text("utf-8"))) for file in files]


def _dotted(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
