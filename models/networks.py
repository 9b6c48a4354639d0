"""The two networks: the detector (a narrow YOLOv8, where indices and backs are) and the reader (which card an index shows)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file
from torch import Tensor, nn

CLASSES = ("index", "back")
KINDS = ("card", "black joker", "red joker", "no index")


BINS = 12  # of the narrow detector, a side of a box
_NARROW = [
    0.33,
    0.1875,
    256,
]  # depth, width, most channels: nearly all the work is at the fine strides, where indices are
_HEAD = 32  # channels of the narrow detector's head


def new_detector(wide: bool = False) -> nn.Module:
    """The detector with random weights, ready for the loss of ultralytics. ``wide``: a plain YOLOv8n, from which the narrow one came."""
    import copy

    from ultralytics.nn.modules import Conv
    from ultralytics.nn.tasks import DetectionModel, yaml_model_load
    from ultralytics.utils import DEFAULT_CFG

    plan: Any = "yolov8n.yaml"
    if not wide:
        plan = copy.deepcopy(yaml_model_load(plan))
        plan |= {"scales": {"n": _NARROW}, "scale": "n", "reg_max": BINS, "activation": "torch.nn.ReLU()"}
    model = DetectionModel(plan, nc=len(CLASSES), verbose=False)
    if not wide:  # one layer less in the head
        head = model.model[-1]
        widths = [branch[0].conv.in_channels for branch in head.cv2]
        head.cv2, head.cv3 = (
            nn.ModuleList(nn.Sequential(Conv(w, _HEAD, 3), nn.Conv2d(_HEAD, out, 1)) for w in widths)
            for out in (4 * BINS, len(CLASSES))
        )
        head.bias_init()
    model.args = DEFAULT_CFG  # gains of the loss
    return model


def average_weights(checkpoint: Path, *more: Path) -> dict[str, Tensor]:
    """The moving average of a run, float32; a file without one is taken as it is. With ``more`` runs, which began where this one did,
    the mean of all: it often keeps what each of them is better at."""
    stored = load_file(checkpoint)
    averaged = {k.removeprefix("average."): v for k, v in stored.items() if k.startswith("average.")}
    weights = {k: v.float() if v.is_floating_point() else v for k, v in (averaged or stored).items()}
    others = [average_weights(other) for other in more]
    return {
        k: torch.stack([v, *(other[k] for other in others)]).mean(0) if v.is_floating_point() else v
        for k, v in weights.items()
    }


def load_matching(model: nn.Module, weights: Mapping[str, Tensor]) -> int:
    """Copies every tensor of the same name and shape; gives the number copied."""
    own = model.state_dict()
    matching = {
        k: v.float() if v.is_floating_point() else v for k, v in weights.items() if k in own and own[k].shape == v.shape
    }
    model.load_state_dict(matching, strict=False)
    return len(matching)


class RawDetector(nn.Module):
    """The detector as it is exported: the three maps of raw numbers, each (N, 64 + classes, H / stride, W / stride).

    No reshape and no anchors in the graph, so one file serves every picture size, and the box arithmetic is done only for the few
    places that show something (vision.detector).
    """

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.layers = model.model[:-1]
        self.head = model.model[-1]
        self.save = set(model.save)

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        kept: list[Tensor | None] = []
        for layer in self.layers:
            if layer.f != -1:
                x = kept[layer.f] if isinstance(layer.f, int) else [x if j == -1 else kept[j] for j in layer.f]  # type: ignore[assignment]
            x = layer(x)
            kept.append(x if layer.i in self.save else None)
        features = [kept[j] for j in self.head.f]
        return tuple(torch.cat((b(f), c(f)), 1) for b, c, f in zip(self.head.cv2, self.head.cv3, features, strict=True))


def _conv(c1: int, c2: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(c1, c2, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(c2), nn.ReLU(inplace=True)
    )


class _Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _conv(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


class Reader(nn.Module):
    """Crops (N, 3, 64, 64), RGB 0 to 1 -> (N, 29) raw numbers: 13 ranks, 4 suits (C D H S), 4 kinds, 8 corners.

    Corners are x, y of the index's top left, top right, bottom right, bottom left as one reads it, in fractions of the crop. About 50
    million multiplications a crop.
    """

    SPLIT = (13, 4, 4, 8)

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            _conv(3, 24, 2),
            _conv(24, 48, 2),
            _Block(48),
            _conv(48, 96, 2),
            _Block(96),
            _Block(96),
            _conv(96, 160, 2),
            _Block(160),
            _conv(160, 64, 1, 1),
        )
        self.head = nn.Sequential(
            nn.Flatten(),
            nn.Linear(64 * 16, 192),
            nn.ReLU(inplace=True),
            nn.Dropout(0.1),
            nn.Linear(192, sum(self.SPLIT)),
        )

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.features(x - 0.5))


class RawReader(nn.Module):
    """The reader as it is exported: (N, 29 + 192), its numbers and the features that they were worked out from."""

    def __init__(self, model: Reader) -> None:
        super().__init__()
        self.features, self.last = nn.Sequential(model.features, *list(model.head)[:-1]), model.head[-1]

    def forward(self, x: Tensor) -> Tensor:
        seen = self.features(x - 0.5)
        return torch.cat((self.last(seen), seen), 1)
