"""The house stands as it was drawn: one distribution, four packages, a quick and pure engine."""

import ast
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions, version
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "protocol", "server", "tui")


@pytest.mark.parametrize("package", PACKAGES)
def test_our_distribution_owns_the_package(package: str) -> None:
    # An editable install puts the whole tree on the path, so the name alone could be anybody's.
    assert set(packages_distributions().get(package, ["pokertui"])) == {"pokertui"}
    module = __import__(package)
    assert module.__file__ is not None
    assert Path(module.__file__).parent.parent == ROOT


@pytest.mark.parametrize("package", ["engine", "engine.kit", "protocol", "server", "tui"])
def test_a_package_costs_nothing_until_it_is_used(package: str) -> None:
    text = (ROOT / package.replace(".", "/") / "__init__.py").read_text("utf-8")
    assert "import" not in text


@pytest.mark.parametrize(
    ("package", "allowed"),
    [
        ("engine", {"msgspec"}),
        ("protocol", {"msgspec", "msgpack"}),
        ("server", {"msgspec", "cryptography"}),
        ("tui", {"msgspec", "textual", "rich", "asyncssh", "platformdirs"}),
    ],
)
def test_a_package_leans_on_its_own_libraries_only(package: str, allowed: set[str]) -> None:
    foreign = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in (ROOT / package).rglob("*.py")
        for name in _imported(path)
        if name not in sys.stdlib_module_names and name not in {*PACKAGES, *allowed}
    }
    assert not foreign


def _imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names


def test_the_engine_loads_nothing_of_the_world() -> None:
    program = "import sys, engine.games, engine.match, engine.play; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    loaded = set(done.stdout.split())
    assert not loaded & {"asyncio", "sqlite3", "textual", "asyncssh", "socket", "server", "tui"}


def test_the_suite_has_no_long_files() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if (lines := len(path.read_text("utf-8").splitlines())) > 600
    }
    assert not long


def test_libraries_with_known_holes_are_out_of_bounds() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    bounds = {}
    for needed in project["dependencies"]:
        found = re.fullmatch(r"([\w-]+)(?:>=|==)([\d.]+)", needed)
        assert found is not None, f"{needed} has no lower bound"
        bounds[found[1]] = tuple(map(int, found[2].split(".")))
    # Before 2.14.2 a handshake could be weakened, or lead to another session (cases.md F11).
    assert bounds["asyncssh"] >= (2, 22)
    for name, lowest in bounds.items():
        assert tuple(map(int, re.findall(r"\d+", version(name))[: len(lowest)])) >= lowest
