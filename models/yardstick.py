"""python -m models.yardstick [OUT.onnx]: a bare yolo26n, built from its plan with random weights: what our speed is measured against."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("YOLO_OFFLINE", "1")


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    import torch
    from ultralytics.nn.tasks import DetectionModel

    parser = argparse.ArgumentParser(prog="python -m models.yardstick", description=__doc__)
    parser.add_argument("out", type=Path, nargs="?", default=Path("data/yolo26n.onnx"))
    args = parser.parse_args(argv)
    model = DetectionModel("yolo26n.yaml", verbose=False).eval().fuse(verbose=False)
    model.model[-1].export, model.model[-1].format = True, "onnx"
    args.out.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(model, (torch.rand(1, 3, 384, 640),), str(args.out), opset_version=17, dynamo=False)
    print(f"{args.out}: {args.out.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
