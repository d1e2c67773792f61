"""Who may import whom, and what no file may contain. Read from the sources; nothing is run but the last tests."""

import ast
import graphlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sources import FUNCTIONS, Module, read_modules

MODULES = read_modules()
# Higher layers import lower ones. Settings and commands stand beside the API, at the top.
LAYERS = {
    "service.runtime": 0,
    "service.engine": 1,
    "service.text": 2,
    "service.hosting": 2,
    "service.settings": 3,
    "service.api": 4,
}
TOP = 5
NOT_SERVED = ("torch", "models", "export", "loadtest", "tests", "onnx", "onnxscript", "safetensors", "sacrebleu")
POSSESSIVE_GROUP = re.compile(r"(?<!\\)\)(?:[*+?]|\{\d*,?\d*\})\+")


def of(*packages: str) -> list[Module]:
    return [module for module in MODULES if module.package in packages]


def layer(name: str) -> int:
    return next((height for prefix, height in LAYERS.items() if f"{name}.".startswith(f"{prefix}.")), TOP)


def test_the_tree_is_found() -> None:
    assert {module.package for module in MODULES} == {"service", "export", "models", "loadtest"}
    assert len(of("service")) > 20


@pytest.mark.parametrize(
    ("package", "forbidden"),
    [
        ("service", NOT_SERVED),
        ("models", ("service", "export", "loadtest", "tests")),
        ("export", ("loadtest", "tests", "service.api", "service.text", "service.engine", "service.settings")),
        ("loadtest", ("tests",)),
    ],
)
def test_a_package_never_imports(package: str, forbidden: tuple[str, ...]) -> None:
    found = {module.name: module.uses(*forbidden) for module in of(package)}
    assert {name: imports for name, imports in found.items() if imports} == {}


def test_what_drives_a_server_needs_nothing_of_training() -> None:
    """Benchmarks convert models for their peers; load tests run wherever the server does."""
    names = ("answers", "locustfile", "memory", "mixture", "sentences", "server")
    drivers = [module for module in of("loadtest") if module.name in {f"loadtest.{name}" for name in names}]
    assert len(drivers) == len(names)
    assert {module.name: found for module in drivers if (found := module.uses("torch", "models", "export"))} == {}


def test_export_knows_only_the_bundle_of_the_server() -> None:
    allowed = "service.runtime.bundle"
    found = {given for module in of("export") for given in module.uses("service")}
    assert {given for given in found if not f"{given}.".startswith(f"{allowed}.")} == set()
    assert found, "export and service share the bundle's schema"


def test_layers_of_the_server_import_downwards_only() -> None:
    upwards = [
        f"{module.name} imports {given}"
        for module in of("service")
        for given in module.uses("service")
        if given not in {"service", "service.__version__"} and layer(given) > layer(module.name)
    ]
    assert upwards == []


def test_there_is_no_import_cycle() -> None:
    names = {module.name for module in MODULES}
    graph = {module.name: (set(module.imports()) & names) - {module.name} for module in MODULES}
    graphlib.TopologicalSorter(graph).prepare()  # raises CycleError with the cycle


def test_imports_are_absolute_and_at_the_top() -> None:
    relative = [f"{module.name}: {given}" for module in MODULES for given in module.imports() if given.startswith(".")]
    assert relative == []
    inside = [
        module.where(inner)
        for module in MODULES
        for function in ast.walk(module.tree)
        if isinstance(function, FUNCTIONS)
        for inner in ast.walk(function)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    ]
    assert inside == []


def test_only_two_places_catch_every_exception() -> None:
    """The engine thread's top loop and the API's last handler; anywhere else it hides a fault."""
    broad = [
        module.where(node)
        for module in of("service")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ExceptHandler) and _is_broad(node.type)
    ]
    files = {place.partition(":")[0] for place in broad}
    assert files <= {"service/engine/thread.py", "service/api/errors.py"}
    assert len(broad) <= 2


def _is_broad(caught: ast.expr | None) -> bool:
    if isinstance(caught, ast.Tuple):
        return any(map(_is_broad, caught.elts))
    return caught is None or (isinstance(caught, ast.Name) and caught.id in {"Exception", "BaseException"})


def test_no_pattern_has_a_possessive_group() -> None:
    """Python before 3.11.5 gets (?:…)*+ wrong where there are two ways through the group; (?>(?:…)*) is the same."""
    assert possessive_in(r're.compile(r"\w++[^()]*+\)?+\d{1,3}+(?>(?:ab|a)*)")') == []
    assert possessive_in(r"""A = r'(?:ab|a)*+'; B = rf"{A}?+"; C = f'a{A}++b'; D = r"(?:a|ab){2,}+" """) == [1, 1, 1, 1]
    found = [f"{module.path}:{line}" for module in MODULES for line in possessive_in(module.path.read_text("utf-8"))]
    assert found == []


def possessive_in(source: str) -> list[int]:
    """The lines of strings with such groups. What is put into an f-string may be a group."""
    tree = ast.parse(source)
    parts = [part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values]
    strings = (node for node in ast.walk(tree) if isinstance(node, ast.Constant | ast.JoinedStr) and node not in parts)
    return [node.lineno for node in strings if POSSESSIVE_GROUP.search(_pattern_in(node))]


def _pattern_in(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(_pattern_in(value) or "(?:)" for value in values)
    return ""


def test_there_is_no_global_state() -> None:
    assert [place for module in MODULES for place in module.find(ast.Global)] == []


def test_the_server_checks_with_exceptions_not_with_assert() -> None:
    assert [place for module in of("service") for place in module.find(ast.Assert)] == []


def test_a_served_process_has_no_training_library(repository: Path) -> None:
    """The serving image is small because nothing of this can be reached from the server's imports."""
    assert imported_with("service.api.app, service.cli, service.hosting.child", NOT_SERVED, repository) == ""


def test_a_server_whose_engines_have_processes_of_their_own_has_no_runtime_in_its_own(repository: Path) -> None:
    """It would take 100 MB and a second, and where nothing can be kept compiling once more."""
    assert imported_with("service.api.app, service.cli", ("numba", "onnxruntime"), repository) == ""
    assert imported_with("service.hosting.child", ("fastapi", "uvicorn", "lxml"), repository) == ""


def imported_with(modules: str, packages: tuple[str, ...], repository: Path) -> str:
    """Those of the packages that are there when the modules are."""
    script = (
        f"import sys, {modules}\nprint(*sorted({set(packages)} & {{name.partition('.')[0] for name in sys.modules}}))"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], cwd=repository, capture_output=True, text=True, check=True, timeout=300
    )
    return result.stdout.strip()
