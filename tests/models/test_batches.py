"""models.batches: what is learnt from stays true when it is turned, shrunk and put together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from models.batches import Shards, balanced, detector_batches, reader_batches  # noqa: E402
from vision import crops  # noqa: E402

SIDE = 320


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two shards of black tiles with one bright rectangle each, at its box; crops with one bright corner, at its quad's first point."""
    rng = np.random.default_rng(0)
    for number in range(2):
        tiles = np.zeros((6, SIDE, SIDE, 3), np.uint8)
        rows = []
        for n in range(5):  # the last one shows nothing
            x0, y0 = rng.integers(0, 200, 2)
            w, h = rng.integers(20, 100, 2)
            tiles[n, y0 : y0 + h, x0 : x0 + w] = 255
            rows.append((n, 0, x0, y0, x0 + w, y0 + h))
        stored = np.zeros((8, 112, 112, 3), np.uint8)
        stored[:, 36:48, 36:48] = 255
        corners = np.array([[42, 42], [68, 40], [70, 72], [40, 70]], np.float32)
        quad = np.tile(corners / 112, (8, 1, 1))
        np.savez(
            tmp_path / f"{number:05d}.npz", tiles=tiles, boxes=np.array(rows, np.float32), crops=stored, quad=quad,
            card=np.arange(8, dtype=np.int16),
            visible=np.ones(8, np.float32), deck=np.array([0] * 6 + [1] * 2, np.int16), decks=np.array(["x", "orell"]),
        )  # fmt: skip
    return tmp_path


def test_boxes_lie_around_what_shows(folder: Path) -> None:
    batches = detector_batches(Shards(folder, ("tiles", "boxes"), "cpu"), np.random.default_rng(1), 12)
    for _ in range(4):
        batch = next(batches)
        assert batch["img"].shape == (12, 3, SIDE, SIDE)
        seen = torch.zeros(12, SIDE, SIDE)
        for picture, (x, y, w, h) in zip(batch["batch_idx"].long(), batch["bboxes"] * SIDE, strict=True):
            x0, y0, x1, y1 = (int(v.round()) for v in (x - w / 2, y - h / 2, x + w / 2, y + h / 2))
            seen[picture, y0:y1, x0:x1] = 1
        bright = batch["img"].mean(dim=1) > batch["img"].mean(dim=1).amin(dim=(1, 2), keepdim=True) + 0.25
        assert ((bright.float() - seen).abs().mean(dim=(1, 2)) < 0.01).all()


def test_corners_turn_with_the_crop_and_decks_held_out_by_now_are_left_out(folder: Path) -> None:
    batches = reader_batches(Shards(folder, ("crops", "card", "quad", "visible"), "cpu"), np.random.default_rng(2), 16)
    inside = 0
    for _ in range(4):
        batch = next(batches)
        assert batch["card"].max() < 6
        for image, quad in zip(batch["img"], batch["quad"].view(-1, 4, 2), strict=True):
            x, y = (quad[0] * 64).long()
            if min(x, y) >= 0 and max(x, y) < 64:  # a careless detector cuts a corner off now and then
                assert image[:, y, x].mean() > image.mean() + 0.2
                inside += 1
    assert inside > 40


def test_dim_and_coloured_light_is_taken_out_as_the_reader_does_it() -> None:
    pixels = np.random.default_rng(3).integers(0, 120, (3, 64, 64, 3)).astype(np.uint8)
    pixels[1] //= 10
    theirs = torch.from_numpy(pixels[..., ::-1].copy()).permute(0, 3, 1, 2).float() / 255
    assert np.allclose(crops.balanced(pixels), balanced(theirs).numpy(), atol=0.03)
