"""models.batches: what is learnt from stays true when it is turned, shrunk and put together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from models.batches import Shards, detector_batches, reader_batches  # noqa: E402

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
        crops = np.zeros((8, 64, 64, 3), np.uint8)
        crops[:, :16, :16] = 255
        quad = np.tile(np.array([[0.125, 0.125], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]], np.float32), (8, 1, 1))
        np.savez(
            tmp_path / f"{number:05d}.npz", tiles=tiles, boxes=np.array(rows, np.float32), crops=crops, quad=quad,
            card=np.arange(8, dtype=np.int16), deck=np.array([0] * 6 + [1] * 2, np.int16), decks=np.array(["x", "orell"]),
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
    batches = reader_batches(Shards(folder, ("crops", "card", "quad"), "cpu"), np.random.default_rng(2), 16)
    for _ in range(4):
        batch = next(batches)
        assert batch["card"].max() < 6
        for image, quad in zip(batch["img"], batch["quad"].view(-1, 4, 2), strict=True):
            x, y = (quad[0] * 64).long()
            assert image[:, y, x].mean() > image.mean() + 0.2
