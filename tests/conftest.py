"""What all tests share."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

# A busy machine is no failure: how long an example takes is not what these tests are about.
settings.register_profile("kibitz", deadline=None)
settings.load_profile("kibitz")

# Where the tests run in the background Ctrl-C is ignored, also by the programs they start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def usual_zoom() -> Iterator[None]:
    """What one test draws in a large window, the next does not draw large in a small one."""
    yield
    if "app.window.zoom" in sys.modules:
        from app.window import zoom

        zoom.fit(*zoom.DESIGNED_FOR)
