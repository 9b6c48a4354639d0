"""The package for Android, as far as it can be checked without a phone and an SDK: what it needs exists, what it takes is there."""

from __future__ import annotations

import configparser
import re
import sys
import threading
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from packaging.requirements import Requirement

from app.paths import WEIGHTS
from tests.app import window_kit as kit
from tests.test_imports import OURS, imports
from vision import sources
from vision.sources import SourceError

ROOT = Path(__file__).resolve().parent.parent.parent

# Recipes of python-for-android 2026.5.9: their versions, and what they depend on.
RECIPES: dict[str, tuple[str, tuple[str, ...]]] = {
    "python3": ("3.14.2", ("hostpython3", "sqlite3", "openssl", "libffi")),
    "hostpython3": ("3.14.2", ()),
    "sqlite3": ("3.50.4", ()),
    "openssl": ("3.3.1", ()),
    "libffi": ("3.4.2", ()),
    "kivy": ("2.3.1", ("sdl2", "pyjnius", "setuptools", "android")),
    "sdl2": ("2.30.11", ("sdl2_image", "sdl2_mixer", "sdl2_ttf")),
    "sdl2_image": ("", ()),
    "sdl2_mixer": ("", ()),
    "sdl2_ttf": ("", ()),
    "pyjnius": ("1.7.0", ("sdl2", "six")),
    "setuptools": ("", ()),
    "android": ("", ("sdl2", "pyjnius")),
    "numpy": ("2.3.0", ()),
    "opencv": ("4.12.0", ("numpy",)),
}
# Packages of PyPI whose wheels are py3-none-any: pip installs them.
PURE = {"camera4kivy": ("gestures4kivy",), "gestures4kivy": (), "filetype": (), "six": ()}
RECIPE_OF = {"opencv-python": "opencv"}  # what is called otherwise there


@pytest.fixture(scope="module")
def spec() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(ROOT / "buildozer.spec", encoding="utf-8")
    return parser["app"]


def wanted(spec: configparser.SectionProxy) -> dict[str, str]:
    """Requirement -> the version it is pinned to, or ""."""
    parts = [part.strip().partition("==") for part in spec["requirements"].split(",")]
    return {name: version for name, _sign, version in parts}


def project() -> dict[str, Any]:
    return dict(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"])


def test_every_requirement_is_a_recipe_or_a_pure_package_down_to_the_last(spec: configparser.SectionProxy) -> None:
    left, seen = list(wanted(spec)), set[str]()
    while left:
        name = left.pop()
        assert name in RECIPES or name in PURE, name
        if name not in seen:
            seen.add(name)
            left += RECIPES[name][1] if name in RECIPES else PURE[name]
    assert not {"torch", "torchvision", "ultralytics", "onnxruntime"} & seen


def test_what_the_project_needs_is_there_in_a_version_that_will_do(spec: configparser.SectionProxy) -> None:
    there = wanted(spec)
    for text in project()["dependencies"]:
        requirement = Requirement(text)
        name = RECIPE_OF.get(requirement.name, requirement.name)
        assert name in there and RECIPES[name][0] in requirement.specifier, text
    assert RECIPES["python3"][0] in Requirement("python" + project()["requires-python"]).specifier
    assert all(version in ("", RECIPES[name][0]) for name, version in there.items() if name in RECIPES)


def test_what_is_imported_is_required(spec: configparser.SectionProxy) -> None:
    found = {
        module.partition(".")[0]
        for package in ("app", "rules", "vision")
        for path in (ROOT / package).rglob("*.py")
        for module, _line in imports(path)
    }
    outside = {name for name in found if name not in sys.stdlib_module_names and name not in OURS}
    recipes = {"cv2": "opencv", "android": "kivy"}  # android comes with kivy's recipe
    assert {recipes.get(name, name) for name in outside} <= set(wanted(spec))


def test_the_files_the_app_needs_are_taken_along(spec: configparser.SectionProxy) -> None:
    kinds = set(spec["source.include_exts"].split(","))
    left_out = spec["source.exclude_dirs"].split(",")
    needed = [
        *WEIGHTS.iterdir(),
        *(ROOT / "app").rglob("*.kv"),
        *(ROOT / "app" / "locale").rglob("*.mo"),
        ROOT / "main.py",
    ]
    for path in needed:
        assert path.suffix[1:] in kinds and path.relative_to(ROOT).parts[0] not in left_out, path
    assert {"tests", "datasets", "data", "runs", ".venv"} <= set(left_out)


def test_the_version_is_that_of_the_project(spec: configparser.SectionProxy) -> None:
    found = re.search(spec["version.regex"], (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert found is not None and found[1] == project()["version"]


def test_the_app_asks_for_the_camera_and_for_no_network(spec: configparser.SectionProxy) -> None:
    assert [part.strip() for part in spec["android.permissions"].split(",")] == ["CAMERA"]


# -- the camera, with a phone of our own --------------------------------------------------------------------------------


class Phone:
    """Stands in for Camera4Kivy and Android's permissions."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, granted: bool) -> None:
        from kivy.uix.widget import Widget

        phone = self
        self.connected: list[dict[str, Any]] = []

        class Preview(Widget):
            def __init__(self, aspect_ratio: str, **settings: Any) -> None:
                super().__init__(**settings)

            def connect_camera(self, **how: Any) -> None:
                phone.connected.append(how)
                phone.preview = self

            def disconnect_camera(self) -> None:
                phone.connected.clear()

        camera, android, permissions = (
            ModuleType("camera4kivy"),
            ModuleType("android"),
            ModuleType("android.permissions"),
        )
        camera.Preview = Preview  # type: ignore[attr-defined]
        permissions.Permission = type("Permission", (), {"CAMERA": "camera"})  # type: ignore[attr-defined]
        permissions.request_permissions = lambda asked, then: then(asked, [granted])  # type: ignore[attr-defined]
        for module in (camera, android, permissions):
            monkeypatch.setitem(sys.modules, module.__name__, module)
        self.preview: Any = None


def test_a_frame_of_the_phone_becomes_one_of_ours_and_the_camera_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    from app import android_camera

    monkeypatch.setattr(sources, "camera_opener", None)
    android_camera.install()
    phone = Phone(monkeypatch, granted=True)
    source = sources.open_source("0")
    kit.wait(lambda: phone.connected, "the camera")
    assert phone.connected[0]["camera_id"] == "back" and phone.connected[0]["enable_analyze_pixels"]
    rgba = np.zeros((2, 3, 4), np.uint8)
    rgba[0, 0] = (255, 10, 0, 255)  # red, at the top left
    got: list[Any] = []
    reading = threading.Thread(target=lambda: got.extend(source.frames(lambda _error: None)))
    reading.start()
    kit.wait(lambda: phone.preview.analyze_pixels_callback(rgba.tobytes(), (3, 2), (0, 0), 1, False) or got, "a frame")
    source.close()
    reading.join(20)
    kit.wait(lambda: not phone.connected, "the end of the camera")
    assert not reading.is_alive()
    assert got[0].image.shape == (2, 3, 3) and got[0].image[0, 0].tolist() == [0, 10, 255]


def test_a_camera_that_may_not_be_used_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.android_camera import AndroidCamera

    Phone(monkeypatch, granted=False)
    camera, told = AndroidCamera(1), list[SourceError]()
    kit.frames(3)
    assert list(camera.frames(told.append)) == [] and "settings" in str(told[0])
    camera.close()
    kit.frames(2)
