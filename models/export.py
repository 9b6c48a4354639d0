"""python -m models.export: turns checkpoints into the networks and weights.json of a folder of weights, and checks them with cv2.dnn.

Takes the moving averages of the weights out of the runs' checkpoints. The new files are written beside the old ones and moved
over them only when OpenCV gives the same numbers as torch.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from safetensors.torch import save_file
from torch import Tensor, nn

from models.networks import RawDetector, RawReader, Reader, average_weights, new_detector
from models.settings import WEIGHTS, write_settings
from vision.weights import DETECTOR, FAST_DETECTOR, READER, Settings

OPSET = 17
LARGEST = 15_000_000  # bytes a file


def load_detector(*checkpoints: Path) -> nn.Module:
    """The detector of a checkpoint, or the mean of several, as it is exported."""
    weights = average_weights(*checkpoints)
    model = new_detector(wide="model.22.cv2.0.2.weight" in weights)
    model.load_state_dict(weights)
    return RawDetector(model.eval()).eval()


def load_reader(*checkpoints: Path) -> nn.Module:
    """The reader of a checkpoint, or the mean of several, as it is exported."""
    model = Reader()
    model.load_state_dict(average_weights(*checkpoints))
    return RawReader(model.eval()).eval()


def _write(model: nn.Module, example: Tensor, path: Path, batch: bool) -> None:
    names = ["numbers"] if batch else ["s8", "s16", "s32"]
    axes = {"input": {0: "n"}, "numbers": {0: "n"}} if batch else None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            model, (example,), str(path), opset_version=OPSET, input_names=["input"], output_names=names,
            dynamic_axes=axes, dynamo=False,
        )  # fmt: skip


def _difference(model: nn.Module, path: Path, shape: Sequence[int]) -> float:
    """The largest difference between torch and cv2.dnn on noise of ``shape``."""
    noise = np.random.default_rng(0).random(shape, dtype=np.float32)
    net = cv2.dnn.readNetFromONNX(str(path))
    net.setInput(noise)
    theirs = sorted(net.forward(net.getUnconnectedOutLayersNames()), key=lambda m: -m.shape[-1])
    with torch.no_grad():
        ours = model(torch.from_numpy(noise))
    ours = ours if isinstance(ours, tuple) else (ours,)
    return max(float(np.abs(a.numpy() - b).max()) for a, b in zip(ours, theirs, strict=True))


def export(
    detector: Sequence[Path] | None,
    reader: Sequence[Path] | None,
    out: Path,
    settings: Settings | None = None,
    fast_detector: Sequence[Path] | None = None,
) -> dict[str, float]:
    """Writes what is given; gives the largest difference to torch of each. ``settings``: None keeps those that are there."""
    out.mkdir(parents=True, exist_ok=True)
    differences = {}
    jobs = [
        (detector, DETECTOR, load_detector, (1, 3, 384, 640), False),
        (fast_detector, FAST_DETECTOR, load_detector, (1, 3, 384, 640), False),
        (reader, READER, load_reader, (3, 3, 64, 64), True),
    ]
    with tempfile.TemporaryDirectory(dir=out) as folder:
        for checkpoints, name, load, shape, batch in jobs:
            if not checkpoints:
                continue
            model, part = load(*checkpoints), Path(folder) / name
            _write(model, torch.rand(*shape), part, batch)
            differences[name] = max(
                _difference(model, part, shape),
                _difference(model, part, (7, 3, 64, 64) if batch else (1, 3, 256, 320)),
            )
            if differences[name] > 0.01 or part.stat().st_size > LARGEST:
                raise SystemExit(
                    f"{name}: differs from torch by {differences[name]:.4f}, {part.stat().st_size} bytes; not written"
                )
            part.replace(out / name)
    write_settings(out, settings)
    return differences


def write_checkpoint(checkpoints: Mapping[str, Sequence[Path]], out: Path) -> None:
    """The weights of all networks (their names as models.train knows them) in one small file (half precision), from which a later training
    can go on with --start."""
    stored = {f"{task}.{k}": v for task, runs in checkpoints.items() for k, v in average_weights(*runs).items()}
    out.parent.mkdir(parents=True, exist_ok=True)
    save_file({k: v.half().contiguous() if v.is_floating_point() else v for k, v in stored.items()}, out)


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.export", description=__doc__.split("\n\n")[0])
    parser.add_argument(
        "--detector",
        type=Path,
        nargs="+",
        help="checkpoint, such as runs/detector/last.safetensors; several: the mean of their weights",
    )
    parser.add_argument("--fast-detector", type=Path, nargs="+", help="checkpoint of the narrow detector, for films")
    parser.add_argument("--reader", type=Path, nargs="+", help="checkpoint, such as runs/reader/last.safetensors")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="folder for the weights (default: our own)")
    parser.add_argument("--checkpoint", type=Path, help="also write the networks here, to go on training from later")
    args = parser.parse_args(argv)
    runs = {"detector": args.detector, "fast-detector": args.fast_detector, "reader": args.reader}
    if args.checkpoint and not all(runs.values()):
        parser.error("--checkpoint needs --detector, --fast-detector and --reader")
    for name, difference in export(args.detector, args.reader, args.out, fast_detector=args.fast_detector).items():
        size = (args.out / name).stat().st_size
        print(f"{args.out / name}: {size / 1e6:.1f} MB, differs from torch by at most {difference:.1e}")
    if args.checkpoint:
        write_checkpoint(runs, args.checkpoint)
        print(f"{args.checkpoint}: {args.checkpoint.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
