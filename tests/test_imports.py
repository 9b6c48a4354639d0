"""The directions of imports, and that nothing heavy hangs on a plain import."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = {"rules", "vision", "datasets", "models", "app"}
MAY_IMPORT: dict[str, set[str]] = {
    "rules": set(),
    "vision": {"rules.cards", "rules.table"},
    "datasets": {"rules", "vision"},
    "models": {"rules.cards", "datasets", "vision"},
    "app": {"rules", "vision"},
}
OUTSIDE: dict[str, set[str]] = {
    "rules": set(),
    "vision": {"numpy", "cv2"},
    "app": {"numpy", "cv2", "kivy", "camera4kivy", "android"},
}


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Every module that the file names in an import, at any depth, with its line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def within(module: str, allowed: set[str]) -> bool:
    return any(module == name or module.startswith(name + ".") for name in allowed)


@pytest.mark.parametrize("package", sorted(MAY_IMPORT))
def test_imports_run_one_way_only(package: str) -> None:
    wrong = []
    for path in sorted((ROOT / package).rglob("*.py")):
        for module, line in imports(path):
            top = module.split(".")[0]
            if top in OURS:
                fine = within(module, MAY_IMPORT[package] | {package})
            else:
                fine = package not in OUTSIDE or top in sys.stdlib_module_names or top in OUTSIDE[package]
            if not fine:
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {module}")
    assert not wrong, "\n".join(wrong)


def test_the_command_line_starts_without_anything_heavy() -> None:
    code = "import sys, app.cli; app.cli._parser(app.cli._commands()); "
    code += "print(*[m for m in ('cv2', 'kivy', 'numpy', 'torch') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == ""
