"""vision.detector: raw maps to boxes."""

from __future__ import annotations

import numpy as np
import pytest

from vision.detector import apart, decode, prepare, strongest

BINS = 16


def raw_maps(height: int, width: int, classes: int = 2) -> list[np.ndarray]:
    """Maps that show nothing, for an input of height x width."""
    maps = []
    for stride in (8, 16, 32):
        one = np.zeros((1, 4 * BINS + classes, height // stride, width // stride), np.float32)
        one[0, 4 * BINS :] = -10
        maps.append(one)
    return maps


@pytest.mark.parametrize("level", [0, 1, 2])
def test_a_box_comes_out_where_the_maps_say(level: int) -> None:
    maps, stride = raw_maps(192, 320), (8, 16, 32)[level]
    y, x = 2, 3
    maps[level][0, 4 * BINS + 1, y, x] = 3.0
    for side, bin_ in enumerate((1, 2, 3, 1)):  # left, top, right, bottom, in strides
        maps[level][0, side * BINS + bin_, y, x] = 50.0
    (box,) = decode(maps, 0.5)
    expected = [(x + 0.5 - 1) * stride, (y + 0.5 - 2) * stride, (x + 0.5 + 3) * stride, (y + 0.5 + 1) * stride]
    assert np.allclose(box[:4], expected, atol=1e-3)
    assert box[4] == pytest.approx(1 / (1 + np.exp(-3.0)))
    assert box[5] == 1


def test_a_detector_may_tell_sides_in_fewer_bins() -> None:
    wide, narrow = raw_maps(64, 64), [m[:, : 4 * 12 + 2].copy() for m in raw_maps(64, 64)]
    for maps, bins in ((wide, 16), (narrow, 12)):
        for one in maps:
            one[0, 4 * bins :] = -10
        maps[0][0, 4 * bins, 3, 3] = 5.0
        for side in range(4):
            maps[0][0, side * bins + 2, 3, 3] = 50.0
    assert np.allclose(decode(wide, 0.5), decode(narrow, 0.5))


def test_nothing_seen_gives_no_boxes() -> None:
    assert decode(raw_maps(64, 64), 0.1).shape == (0, 6)
    assert strongest(np.zeros((0, 6), np.float32)).shape == (0, 6)


def test_of_two_boxes_on_one_index_the_surer_stays_and_other_classes_are_left_alone() -> None:
    boxes = np.array(
        [[0, 0, 10, 20, 0.6, 0], [1, 0, 11, 20, 0.9, 0], [0, 0, 10, 20, 0.5, 1], [50, 50, 60, 70, 0.3, 0]], np.float32
    )
    kept = strongest(boxes)
    assert [tuple(b[4:].round(2)) for b in kept] == [(0.9, 0), (0.5, 1), (0.3, 0)]


@pytest.mark.parametrize(("height", "width"), [(720, 1280), (1600, 1200), (31, 900), (5, 5)])
def test_a_picture_is_scaled_to_the_longer_side_and_padded(height: int, width: int) -> None:
    blob, scale = prepare(np.full((height, width, 3), 7, np.uint8), 640)
    assert blob.shape[:2] == (1, 3)
    assert blob.shape[2] % 32 == 0
    assert blob.shape[3] % 32 == 0
    assert max(blob.shape[2:]) == 640
    assert scale == pytest.approx(640 / max(height, width))


def test_a_second_look_at_one_index_is_dropped_and_neighbours_in_a_fan_are_kept() -> None:
    boxes = np.array([[0, 0, 10, 20], [1, 8, 12, 34], [7, 0, 17, 20], [40, 0, 50, 20]], np.float32)
    confidence = np.array([0.9, 0.4, 0.8, 0.2], np.float32)
    boxes[1] = [2, 3, 9, 15]  # inside the first
    assert apart(boxes, confidence).tolist() == [0, 2, 3]
    assert apart(boxes[:0], confidence[:0]).tolist() == []
