"""python -m models.slim WIDE.safetensors OUT.safetensors: what the narrow detector starts from, cut out of the wide one.

Of every layer the channels with the largest gains are kept, and from the layers after it what belongs to the others is cut away. Only the
last layer of the head is new. What comes out knows little at once, and learns a good deal faster than random weights.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from torch import Tensor, nn

from models.networks import average_weights, new_detector


def _strongest(wide: Any, count: int, offset: int = 0, among: int | None = None) -> Tensor:
    """The ``count`` channels of the convolution ``wide`` with the largest gains, of ``among`` from ``offset`` on."""
    gain = wide.bn.weight.detach().abs()[offset : None if among is None else offset + among]
    return torch.sort(torch.topk(gain, count).indices).values + offset


def _cut(narrow: Any, wide: Any, inputs: Tensor, outputs: Tensor) -> None:
    """A convolution with its normalisation."""
    with torch.no_grad():
        narrow.conv.weight.copy_(wide.conv.weight[outputs][:, inputs])
        for name in ("weight", "bias", "running_mean", "running_var"):
            getattr(narrow.bn, name).copy_(getattr(wide.bn, name)[outputs])


def _cut_block(narrow: Any, wide: Any, inputs: Tensor) -> Tensor:
    """A C2f: the first convolution is split in halves, the second half goes through the bottlenecks, all parts are joined."""
    half, fewer = wide.c, narrow.c
    passed = _strongest(wide.cv1, fewer, 0, half)
    worked = _strongest(wide.cv1, fewer, half, half)
    _cut(narrow.cv1, wide.cv1, inputs, torch.cat([passed, worked]))
    parts = [passed, worked]
    before = worked - half
    for number, (small, large) in enumerate(zip(narrow.m, wide.m, strict=True)):
        middle = _strongest(large.cv1, small.cv1.conv.out_channels)
        after = before if large.add else _strongest(large.cv2, fewer)
        _cut(small.cv1, large.cv1, before, middle)
        _cut(small.cv2, large.cv2, middle, after)
        before = after
        parts.append(after + (2 + number) * half)
    outputs = _strongest(wide.cv2, narrow.cv2.conv.out_channels)
    _cut(narrow.cv2, wide.cv2, torch.cat(parts), outputs)
    return outputs


def _cut_pooling(narrow: Any, wide: Any, inputs: Tensor) -> Tensor:
    middle = _strongest(wide.cv1, narrow.cv1.conv.out_channels)
    _cut(narrow.cv1, wide.cv1, inputs, middle)
    outputs = _strongest(wide.cv2, narrow.cv2.conv.out_channels)
    _cut(narrow.cv2, wide.cv2, torch.cat([middle + k * wide.cv1.conv.out_channels for k in range(4)]), outputs)
    return outputs


def slim(wide: nn.Module) -> nn.Module:
    """A narrow detector out of a trained wide one."""
    narrow = new_detector()
    kept: list[Tensor] = []
    widths: list[int] = []
    for small, large in zip(narrow.model, wide.model, strict=True):  # type: ignore[arg-type]
        sources = [large.f] if isinstance(large.f, int) else large.f
        given = [kept[j] if kept else torch.arange(3) for j in sources]
        kind = type(large).__name__
        if kind == "Conv":
            kept.append(_strongest(large, small.conv.out_channels))
            _cut(small, large, given[0], kept[-1])
        elif kind == "C2f":
            kept.append(_cut_block(small, large, given[0]))
        elif kind == "SPPF":
            kept.append(_cut_pooling(small, large, given[0]))
        elif kind == "Upsample":
            kept.append(given[0])
        elif kind == "Concat":
            kept.append(torch.cat([given[0], given[1] + widths[sources[0]]]))
        else:  # the head
            for branches in ("cv2", "cv3"):
                for ours, theirs, inputs in zip(getattr(small, branches), getattr(large, branches), given, strict=True):
                    _cut(ours[0], theirs[0], inputs, _strongest(theirs[0], ours[0].conv.out_channels))
            break
        whole = {"Conv": lambda m: m.conv.out_channels, "C2f": lambda m: m.cv2.conv.out_channels}
        whole["SPPF"] = whole["C2f"]
        if kind in whole:
            widths.append(whole[kind](large))
        else:
            widths.append(sum(widths[j] for j in sources))
    return narrow


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.slim", description=__doc__.split("\n\n")[0])
    parser.add_argument("wide", type=Path, help="checkpoint of a wide detector")
    parser.add_argument("out", type=Path, nargs="?", default=Path("data/narrow.safetensors"))
    args = parser.parse_args(argv)
    stored = average_weights(args.wide)
    own = {k.removeprefix("detector."): v for k, v in stored.items() if k.startswith("detector.")} or stored
    wide = new_detector(wide=True)
    wide.load_state_dict(own)
    save_file({k: v.contiguous() for k, v in slim(wide).state_dict().items()}, args.out)
    print(f"{args.out}: {args.out.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
