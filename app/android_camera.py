"""The camera of an Android phone, as a source of frames. UNTESTED: written against Camera4Kivy 0.3.3 (CameraX), never run on a phone.

OpenCV opens no camera on Android. Camera4Kivy shows one in a widget of its own and hands out its pixels; that widget lies behind our
screen, and what it hands out becomes frames. ``install`` makes ``open_source("0")`` use it. Imported only on Android.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.texts import _
from vision import sources
from vision.sources import Frame, SourceError, Trouble

LONG_EDGE = 1280  # px of a frame
WAIT_SECONDS = 20.0  # until the first frame; the user may be asked for permission meanwhile
LOST_SECONDS = 5.0


def on_android() -> bool:
    """Whether this runs on an Android phone."""
    return sys.platform == "android" or "ANDROID_ARGUMENT" in os.environ


def install() -> None:
    """From now on a camera's number opens the phone's camera: 0 the one at the back, 1 the one at the front."""
    sources.camera_opener = AndroidCamera


def frame_of(pixels: bytes, size: tuple[int, int]) -> NDArray[np.uint8]:
    """RGBA pixels, upright, of a picture ``size`` (width, height) -> (height, width, 3) uint8, BGR."""
    rgba = np.frombuffer(pixels, np.uint8).reshape(size[1], size[0], 4)
    return np.ascontiguousarray(rgba[..., 2::-1])


class AndroidCamera:
    """Frames as fast as the phone delivers them, until ``close``. Made and closed in any thread; the widget lives in Kivy's."""

    live = True

    def __init__(self, number: int) -> None:
        from kivy.clock import Clock

        self.name = f"camera {number}"
        self._facing = "front" if number == 1 else "back"
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._over = False
        self._refused = False
        self._began = time.monotonic()
        self._preview: Any = None
        Clock.schedule_once(lambda _dt: self._ask())

    def frames(self, trouble: Trouble) -> Iterator[Frame]:
        """The frames; ``trouble`` is told while none come."""
        patience, told = WAIT_SECONDS, False
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._frame is not None or self._over or self._refused, timeout=patience)
                frame, self._frame = self._frame, None
                over, refused = self._over, self._refused
            if frame is not None:
                patience, told = LOST_SECONDS, False
                yield frame
            elif over:
                return
            elif refused:
                trouble(SourceError(_("Kibitz may not use it"), self.name, _("allow it in the phone's settings")))
                return
            elif not told:
                told = True
                trouble(SourceError(_("gives no picture"), self.name, _("close other programs that use it")))

    def close(self) -> None:
        """Gives the camera back, soon. May be called twice."""
        from kivy.clock import Clock

        with self._changed:
            self._over = True
            self._changed.notify_all()
        Clock.schedule_once(lambda _dt: self._disconnect())

    def take(self, pixels: bytes, size: tuple[int, int]) -> None:
        """A frame has come; called in a thread of Camera4Kivy."""
        frame = Frame(frame_of(pixels, size), time.monotonic() - self._began)
        with self._changed:
            self._frame = frame
            self._changed.notify_all()

    # -- in Kivy's thread --------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Asks the user for permission, and then opens the camera."""
        from android.permissions import Permission, request_permissions
        from kivy.clock import Clock

        def answered(_permissions: Any, granted: list[bool]) -> None:
            if all(granted):
                Clock.schedule_once(lambda _dt: self._connect())
                return
            with self._changed:
                self._refused = True
                self._changed.notify_all()

        request_permissions([Permission.CAMERA], answered)

    def _connect(self) -> None:
        from camera4kivy import Preview
        from kivy.core.window import Window

        if self._over:
            return
        take = self.take

        class Sight(Preview):  # type: ignore[misc]
            """Camera4Kivy's widget; what it sees is ours."""

            def analyze_pixels_callback(
                self, pixels: bytes, image_size: tuple[int, int], _pos: Any, _scale: Any, _mirror: bool
            ) -> None:
                take(pixels, image_size)

        self._preview = Sight(aspect_ratio="16:9", size_hint=(None, None), size=Window.size)
        Window.add_widget(self._preview, "before")  # drawn behind everything,
        Window.children.remove(self._preview)  # and touched last
        Window.children.append(self._preview)
        self._preview.connect_camera(
            camera_id=self._facing,
            enable_analyze_pixels=True,
            analyze_pixels_resolution=LONG_EDGE,
            enable_photo=False,
            enable_video=False,
            enable_zoom_gesture=False,
            enable_focus_gesture=False,
        )

    def _disconnect(self) -> None:
        from kivy.core.window import Window

        if self._preview is not None:
            self._preview.disconnect_camera()
            Window.remove_widget(self._preview)
            self._preview = None
