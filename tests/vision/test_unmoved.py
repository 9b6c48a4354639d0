"""vision.unmoved: what is at rest, and what is not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.unmoved import Unmoved


def _table(x: float = 300.0, noise: int = 0) -> np.ndarray:
    """A dark table with a bright card 60 pixels wide at ``x``."""
    image = np.full((720, 1280, 3), 60, np.uint8)
    cv2.rectangle(image, (round(x), 200), (round(x) + 60, 285), (240, 240, 240), -1)
    if noise:
        image = image + np.random.default_rng(noise).integers(0, 12, image.shape).astype(np.uint8)
    return image


def test_the_first_frame_is_new_and_the_same_again_is_not() -> None:
    unmoved = Unmoved()
    assert not unmoved.look(_table())
    assert unmoved.look(_table())


def test_noise_is_no_movement() -> None:
    unmoved = Unmoved()
    unmoved.look(_table(noise=1))
    assert all(unmoved.look(_table(noise=n)) for n in range(2, 8))


@pytest.mark.parametrize("speed", [1.0, 4.0, 60.0])
def test_a_card_that_moves_is_seen_however_slowly(speed: float) -> None:
    unmoved = Unmoved()
    seen = [unmoved.look(_table(300 + speed * n)) for n in range(24)]
    assert not all(seen[1:])


def test_another_size_is_another_picture() -> None:
    unmoved = Unmoved()
    unmoved.look(_table())
    assert not unmoved.look(np.zeros((480, 640, 3), np.uint8))
    assert not unmoved.look(np.zeros((1, 1, 3), np.uint8))
