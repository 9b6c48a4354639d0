"""What the networks see while they learn: batches drawn from shards, turned, shrunk and lit anew, on the processor that trains.

Everything here is arithmetic on whole batches, so that a GPU that holds the shards is not kept waiting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from datasets.decks import HELD_OUT
from vision.crops import BRIGHTEST, CROP, DARKEST, LONGEST, MARGIN, PATCHES, UPRIGHT_MARGIN

_PARTS = 4  # a batch is drawn from so many shards
_FAR = 0.15  # share of the detector's pictures that are four tiles in one: cards seen from afar
_COARSE = 0.3  # share of the reader's cut-outs that get fewer pixels
_SECOND_LOOKS = 0.5  # share of the reader's crops that are upright
_SMALLEST = 0.008  # boxes narrower than this share of the picture are left out

Shard = dict[str, Tensor]


class Shards:
    """The shards of a folder, kept in memory as long as they fit ``budget`` bytes; new ones are taken up as they appear.

    ``names``: the arrays that are wanted. Cut-outs of decks that are held out by now are left out, if the shard was drawn before they were.
    """

    def __init__(self, folder: Path, names: Sequence[str], device: str, budget: int = 9_000_000_000) -> None:
        self.folder, self.names, self.device, self.budget = folder, tuple(names), device, budget
        self.loaded: dict[Path, Shard] = {}
        self.size = 0

    def refresh(self) -> list[Shard]:
        """What is loaded by now."""
        for path in sorted(self.folder.glob("[0-9]*.npz")):
            if path.stem.isdigit() and path not in self.loaded and self.size < self.budget:
                shard = self._load(path)
                self.loaded[path] = shard
                self.size += sum(t.nbytes for t in shard.values())
        if not self.loaded:
            raise SystemExit(f"{self.folder}: no shards; make some with: python -m datasets.make {self.folder}")
        return list(self.loaded.values())

    def _load(self, path: Path) -> Shard:
        with np.load(path) as arrays:
            shard = {name: arrays[name] for name in self.names}
            if "crops" in shard:
                known = ~np.isin(arrays["decks"][arrays["deck"]], sorted(HELD_OUT))
                shard = {name: array[known] for name, array in shard.items()}
        if "boxes" in shard:
            shard["boxes"] = _per_tile(shard["boxes"], len(shard["tiles"]), shard["tiles"].shape[1])
        return {name: torch.from_numpy(array).to(self.device) for name, array in shard.items()}


def _per_tile(rows: np.ndarray, tiles: int, side: int) -> np.ndarray:
    """Rows of boxes (B, 6) as (T, M, 5): class (-1: no box), x0, y0, x1, y1 in fractions."""
    number = rows[:, 0].astype(int)
    most = int(np.bincount(number, minlength=tiles).max()) if len(rows) else 0
    table = np.full((tiles, max(most, 1), 5), -1, np.float32)
    filled = np.zeros(tiles, int)
    for n, row in zip(number, rows, strict=True):
        table[n, filled[n]] = row[1], *(row[2:] / side)
        filled[n] += 1
    return table


def turned(images: Tensor, points: Tensor, quarter_turns: int) -> tuple[Tensor, Tensor]:
    """Images (N, C, H, H) turned against the clock, and points (..., 2) in fractions with them."""
    images = torch.rot90(images, quarter_turns, dims=(2, 3))
    for _ in range(quarter_turns % 4):
        points = torch.stack([points[..., 1], 1 - points[..., 0]], dim=-1)
    return images, points


def turned_boxes(images: Tensor, boxes: Tensor, quarter_turns: int) -> tuple[Tensor, Tensor]:
    """The same for boxes (N, M, 5): class, x0, y0, x1, y1 in fractions."""
    images, corners = turned(images, boxes[..., 1:].reshape(*boxes.shape[:2], 2, 2), quarter_turns)
    low, high = corners.amin(dim=2), corners.amax(dim=2)
    return images, torch.cat([boxes[..., :1], low, high], dim=2)


def lit(images: Tensor, rng: np.random.Generator) -> Tensor:
    """(N, 3, H, W) uint8 BGR -> float RGB 0 to 1, each with a little other light and colour."""
    n = len(images)
    gain = np.exp(rng.normal(0, 0.08, (n, 3, 1, 1)) + rng.normal(0, 0.15, (n, 1, 1, 1))) / 255
    shift = rng.normal(0, 0.04, (n, 1, 1, 1))
    as_tensor = (torch.from_numpy(a.astype(np.float32)).to(images.device) for a in (gain, shift))
    gain_, shift_ = as_tensor
    x = images.flip(1).float().mul_(gain_).add_(shift_).clamp_(0, 1)
    return x.contiguous(memory_format=torch.channels_last)


def _some(
    rng: np.random.Generator, shards: list[Shard], size: int, weights: np.ndarray
) -> Iterator[tuple[Shard, Tensor]]:
    """``size`` places in a few shards."""
    parts = min(_PARTS, size)
    for k in range(parts):
        shard = shards[int(rng.choice(len(shards), p=weights))]
        length = len(next(iter(shard.values())))
        count = size * (k + 1) // parts - size * k // parts
        yield shard, torch.from_numpy(rng.integers(length, size=count)).to(next(iter(shard.values())).device)


def _tiles(rng: np.random.Generator, shards: list[Shard], size: int, weights: np.ndarray) -> tuple[Tensor, Tensor]:
    """``size`` tiles (N, 3, H, H) uint8 BGR, each part of them turned another way, and their boxes (N, M, 5)."""
    images, boxes = [], []
    for shard, where in _some(rng, shards, size, weights):
        image, box = turned_boxes(
            shard["tiles"][where].permute(0, 3, 1, 2), shard["boxes"][where], int(rng.integers(4))
        )
        images.append(image)
        boxes.append(box)
    most = max(b.shape[1] for b in boxes)
    padded = [functional.pad(b, (0, 0, 0, most - b.shape[1]), value=-1.0) for b in boxes]
    return torch.cat(images), torch.cat(padded)


def _four_in_one(images: Tensor, boxes: Tensor) -> tuple[Tensor, Tensor]:
    """Every four tiles at half their size as one."""
    half = functional.avg_pool2d(images.float(), 2).round_().to(torch.uint8)
    n, c, h, w = half.shape
    grid = half.view(n // 4, 2, 2, c, h, w).permute(0, 3, 1, 4, 2, 5).reshape(n // 4, c, 2 * h, 2 * w)
    place = torch.tensor([[x, y, x, y] for y in (0, 0.5) for x in (0, 0.5)], device=boxes.device)
    moved = torch.cat([boxes[..., :1], boxes[..., 1:] / 2 + place.repeat(n // 4, 1)[:, None]], dim=2)
    return grid, moved.reshape(n // 4, -1, 5)


def detector_batches(shards: Shards, rng: np.random.Generator, size: int) -> Iterator[dict[str, Tensor]]:
    """Endless batches as the loss of ultralytics wants them."""
    while True:
        loaded = shards.refresh()
        weights = np.array([len(s["tiles"]) for s in loaded], float)
        weights /= weights.sum()
        for _ in range(100):
            far = int(rng.binomial(size, _FAR))
            images, boxes = _tiles(rng, loaded, size - far, weights)
            if far:
                small, theirs = _four_in_one(*_tiles(rng, loaded, 4 * far, weights))
                images = torch.cat([images, small])
                most = max(boxes.shape[1], theirs.shape[1])
                boxes = torch.cat(
                    [functional.pad(b, (0, 0, 0, most - b.shape[1]), value=-1.0) for b in (boxes, theirs)]
                )
            sides = boxes[..., 3:] - boxes[..., 1:3]
            real = (boxes[..., 0] >= 0) & (sides > _SMALLEST).all(dim=2)
            picture, _ = real.nonzero(as_tuple=True)
            chosen, wh = boxes[real], sides[real]
            yield {
                "img": lit(images, rng),
                "batch_idx": picture.float(),
                "cls": chosen[:, :1],
                "bboxes": torch.cat([chosen[:, 1:3] + wh / 2, wh], 1),
            }


def reader_batches(shards: Shards, rng: np.random.Generator, size: int) -> Iterator[dict[str, Tensor]]:
    """Endless batches of crops with card (N,) (-1: no index), quad (N, 8), and visible (N,): how much of the index shows."""
    while True:
        loaded = shards.refresh()
        weights = np.array([len(s["card"]) for s in loaded], float)
        weights /= weights.sum()
        for _ in range(200):
            images, cards, quads, visible = [], [], [], []
            for shard, where in _some(rng, loaded, size, weights):
                image, quad = looked_at(rng, shard["crops"][where].permute(0, 3, 1, 2), shard["quad"][where].float())
                images.append(_coarser(rng, image))
                quads.append(quad)
                cards.append(shard["card"][where])
                visible.append(shard["visible"][where])
            yield {
                "img": balanced(lit(torch.cat(images), rng)),
                "card": torch.cat(cards).long(),
                "quad": torch.cat(quads).reshape(-1, 8),
                "visible": torch.cat(visible).float(),
            }


def looked_at(rng: np.random.Generator, crops: Tensor, quads: Tensor) -> tuple[Tensor, Tensor]:
    """What the reader gets of stored ``crops`` (N, 3, H, H) uint8 with ``quads`` (N, 4, 2) in fractions: (N, 3, 64, 64) uint8, and the
    quads in these.

    Half of them as they lie, as the detector would have cut them, turned and moved a little; half upright and close, as at the second look.
    """
    n, device = len(crops), crops.device

    def drawn(values: np.ndarray) -> Tensor:
        return torch.from_numpy(values.astype(np.float32)).to(device)

    second = drawn(rng.random(n)) < _SECOND_LOOKS
    right = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    upright = torch.atan2(right[:, 1], right[:, 0]) + drawn(rng.normal(0, np.deg2rad(5), n))
    as_it_lies = drawn(rng.integers(0, 4, n) * np.pi / 2 + rng.uniform(-1, 1, n) * np.deg2rad(15))
    angle = torch.where(second, upright, as_it_lies)
    c, s = torch.cos(angle), torch.sin(angle)
    turn = torch.stack(
        [torch.stack([c, -s], 1), torch.stack([s, c], 1)], 1
    )  # from the new crop's axes to the old one's
    lying = quads @ turn
    low, high = lying.amin(1), lying.amax(1)
    box_middle = ((low + high) / 2)[:, None] @ turn.transpose(1, 2)
    wide, tall = right.norm(dim=1, keepdim=True), down.norm(dim=1, keepdim=True)
    across, along = torch.minimum(wide, LONGEST * tall), torch.minimum(tall, LONGEST * wide)
    start = (
        quads.mean(1) - right * (1 - across / wide.clamp(min=1e-6)) / 2 - down * (1 - along / tall.clamp(min=1e-6)) / 2
    )
    middle = torch.where(second[:, None], start, box_middle[:, 0])
    close = torch.maximum(across, along)[:, 0] * UPRIGHT_MARGIN
    side = torch.where(second, close, (high - low).amax(1) * MARGIN) * drawn(np.exp(rng.normal(0, 0.09, n)))
    middle = middle + side[:, None] * drawn(rng.normal(0, 0.045, (n, 2)))
    placed = torch.cat([turn * side[:, None, None], (2 * middle - 1)[:, :, None]], 2)
    grid = functional.affine_grid(placed, [n, 3, CROP, CROP], align_corners=False)
    images = functional.grid_sample(crops.float(), grid, padding_mode="border", align_corners=False)
    moved = ((quads - middle[:, None]) @ turn) / side[:, None, None] + 0.5
    return images.round_().clamp_(0, 255).to(torch.uint8), moved


def balanced(images: Tensor) -> Tensor:
    """``vision.crops.balanced`` for batches: (N, 3, 64, 64) RGB 0 to 1, each colour made 1 where it is brightest."""
    patches = functional.avg_pool2d(images, CROP // PATCHES)
    white = patches.amax(dim=(2, 3), keepdim=True).clamp_(min=DARKEST / 255)
    return (images / white).clamp_(max=BRIGHTEST).contiguous(memory_format=torch.channels_last)


def _coarser(rng: np.random.Generator, images: Tensor) -> Tensor:
    """Some of ``images`` (N, 3, H, H) as they look from afar."""
    far = torch.from_numpy(rng.random(len(images)) < _COARSE).to(images.device)
    if not bool(far.any()):
        return images
    side = images.shape[2]
    fewer = max(12, round(side / rng.uniform(1.2, 3.5)))
    small = functional.interpolate(images[far].float(), (fewer, fewer), mode="area")
    back = functional.interpolate(small, (side, side), mode="bilinear", align_corners=False)
    images = images.clone()
    images[far] = back.round_().clamp_(0, 255).to(torch.uint8)
    return images
