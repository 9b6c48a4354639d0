"""python -m models.train detector|fast-detector|reader: trains a network on shards made by datasets.make.

Prints its progress, can be stopped at any time and goes on where it was with --resume. Runs on a GPU where there is one, else on the CPU in
bf16 if the processor has it. The run folder holds last.safetensors (weights, their moving average, the optimiser's state) and log.jsonl.
"""

from __future__ import annotations

import argparse
import copy
import functools
import json
import math
import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional

from datasets.make import LABELLED, NO_INDEX
from models.batches import Shards, detector_batches, reader_batches
from models.networks import Reader, average_weights, load_matching, new_detector
from rules.cards import BLACK_JOKER, RED_JOKER

os.environ.setdefault("YOLO_OFFLINE", "1")


# --- what it should say ------------------------------------------------------------------------------------------------


def detector_loss(model: nn.Module, batch: dict[str, Tensor]) -> tuple[Tensor, dict[str, float]]:
    """The YOLOv8 loss of ultralytics (box, class, distribution), a picture."""
    loss, parts = model(batch)
    values = [float(v) for v in (parts.values() if isinstance(parts, dict) else parts)]
    return loss.sum() / len(batch["img"]), dict(zip(("box", "cls", "dfl"), values, strict=False))


_WITHIN = 0.8  # corners of an index lie so near the middle of its crop, in sides


def reader_loss(model: nn.Module, batch: dict[str, Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Cross entropy of rank, suit and kind, distance of the corners. An index that shows in part is an index only so far."""
    rank, suit, kind, quad = model(batch["img"]).float().split(Reader.SPLIT, dim=1)
    card = batch["card"]
    plain = (card >= 0) & (card < BLACK_JOKER)
    whole = (card >= 0) & (batch["quad"].sub(0.5).abs() < _WITHIN).all(dim=1)  # not the end of a word that is cut off
    wanted = torch.where(plain, 0, torch.where(card == BLACK_JOKER, 1, torch.where(card == RED_JOKER, 2, 3)))
    smooth = 0.05
    shows = torch.where(card >= 0, ((batch["visible"] - NO_INDEX) / (LABELLED - NO_INDEX)).clamp(0, 1), 1.0)
    kinds = functional.one_hot(wanted, 4) * shows[:, None]
    kinds[:, 3] += 1 - shows
    plain &= shows == 1
    losses = {
        "rank": functional.cross_entropy(rank[plain], card[plain] >> 2, label_smoothing=smooth),
        "suit": functional.cross_entropy(suit[plain], card[plain] & 3, label_smoothing=smooth),
        "kind": functional.cross_entropy(kind, kinds, label_smoothing=0.02),
        "quad": 4 * functional.smooth_l1_loss(quad[whole], batch["quad"][whole], beta=0.05),
    }
    right = ((rank.argmax(1) == card >> 2) & (suit.argmax(1) == card & 3) & (kind.argmax(1) == 0))[plain].float().mean()
    shown = {name: float(value.detach()) for name, value in losses.items()} | {"right": float(right)}
    return sum(losses.values()), shown  # type: ignore[return-value]


TASKS: dict[str, dict[str, Any]] = {
    "detector": {"new": functools.partial(new_detector, wide=True), "loss": detector_loss, "batches": detector_batches,
                 "batch": 16, "rate": 1e-3, "arrays": ("tiles", "boxes")},
    "fast-detector": {"new": new_detector, "loss": detector_loss, "batches": detector_batches,
                      "batch": 24, "rate": 2e-3, "arrays": ("tiles", "boxes")},
    "reader": {"new": Reader, "loss": reader_loss, "batches": reader_batches, "batch": 128, "rate": 2e-3,
               "arrays": ("crops", "card", "quad", "visible")},
}  # fmt: skip


# --- the loop ----------------------------------------------------------------------------------------------------------


def _rate(step: int, progress: float, peak: float) -> float:
    """Warm-up over 100 steps, then a cosine down to 2 % as ``progress`` goes from 0 to 1."""
    cosine = 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))
    return peak * min(1.0, (step + 1) / 100) * (0.02 + 0.98 * cosine)


def _pack(model: nn.Module, average: nn.Module, optimiser: torch.optim.Optimizer) -> dict[str, Tensor]:
    packed = {f"model.{k}": v for k, v in model.state_dict().items()}
    packed |= {f"average.{k}": v for k, v in average.state_dict().items()}
    for number, state in optimiser.state_dict()["state"].items():
        packed |= {f"optimiser.{number}.{k}": v for k, v in state.items()}
    return {k: v.detach().cpu().clone().contiguous() for k, v in packed.items()}


def _unpack(stored: dict[str, Tensor], model: nn.Module, average: nn.Module, optimiser: torch.optim.Optimizer) -> None:
    def part(prefix: str) -> dict[str, Tensor]:
        return {k[len(prefix) + 1 :]: v for k, v in stored.items() if k.startswith(prefix + ".")}

    model.load_state_dict(part("model"))
    average.load_state_dict(part("average"))
    state: dict[int, dict[str, Tensor]] = {}
    for key, value in part("optimiser").items():
        number, name = key.split(".")
        state.setdefault(int(number), {})[name] = value
    if state:
        optimiser.load_state_dict({"state": state, "param_groups": optimiser.state_dict()["param_groups"]})


def train(
    task: str,
    data: Path,
    run: Path,
    *,
    steps: int,
    minutes: float = math.inf,
    start: Path | None = None,
    resume: bool = False,
    batch: int | None = None,
    rate: float | None = None,
    threads: int = 2,
    seed: int = 0,
    save_every: int = 250,
) -> Path:
    """Trains for ``steps`` steps or ``minutes`` of running time, whichever ends first (the learning rate falls towards that end), and gives
    the path of the last checkpoint. ``start``: a .safetensors file whose matching tensors are taken over."""
    torch.set_num_threads(threads)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    low = device == "cuda" or (
        hasattr(torch.cpu, "_is_avx512_bf16_supported") and torch.cpu._is_avx512_bf16_supported()
    )
    plan = TASKS[task]
    size, peak = batch or plan["batch"], rate or plan["rate"]
    run.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(seed)
    model = plan["new"]().to(device, memory_format=torch.channels_last).train()
    if start is not None:
        stored = average_weights(start)
        own = {
            k.removeprefix(task + "."): v for k, v in stored.items() if k.startswith(task + ".")
        }  # models/checkpoint has both
        print(f"{load_matching(model, own or stored)} of {len(model.state_dict())} tensors from {start}", flush=True)
    average = copy.deepcopy(model).eval()
    decay = [p for p in model.parameters() if p.requires_grad and p.ndim > 1]
    other = [p for p in model.parameters() if p.requires_grad and p.ndim <= 1]
    groups = [{"params": decay, "weight_decay": 0.02}, {"params": other, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=peak, fused=True)
    checkpoint, first, spent = run / "last.safetensors", 0, 0.0
    if resume and checkpoint.exists():
        state = json.loads((run / "state.json").read_text())
        first, spent = state["step"], state["seconds"]
        _unpack(load_file(checkpoint), model, average, optimiser)
        print(f"going on at step {first}", flush=True)

    def save(step: int) -> None:
        part = run / "part.safetensors"
        save_file(_pack(model, average, optimiser), part)
        part.replace(checkpoint)
        (run / "state.json").write_text(json.dumps({"step": step, "seconds": round(spent + time.monotonic() - began)}))

    shards = Shards(data, plan["arrays"], device, budget=9_000_000_000 if device == "cpu" else 100_000_000_000)
    batches = plan["batches"](shards, np.random.default_rng([seed, first]), size)
    began = time.monotonic()
    shown: dict[str, float] = {}
    done = first
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # stopped in the background: the work is kept as well
    try:
        for step in range(first, steps):
            running = (spent + time.monotonic() - began) / 60
            if running >= minutes:
                break
            for group in optimiser.param_groups:
                group["lr"] = _rate(step, max(step / steps, running / minutes), peak)
            tensors = next(batches)
            with torch.autocast(device, torch.bfloat16, enabled=low):
                loss, parts = plan["loss"](model, tensors)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 10.0)
            optimiser.step()
            keep = min(0.999, (step + 1) / (step + 20))
            with torch.no_grad():
                for a, b in zip(average.state_dict().values(), model.state_dict().values(), strict=True):
                    if a.dtype.is_floating_point:
                        a.lerp_(b, 1 - keep)
                    else:
                        a.copy_(b)
            for name, value in {"loss": float(loss.detach()), **parts}.items():
                shown[name] = 0.95 * shown.get(name, value) + 0.05 * value
            done = step + 1
            if done % 50 == 0:
                pace = (done - first) * size / (time.monotonic() - began)
                row = {"step": done, "pace": round(pace, 1), **{k: round(v, 4) for k, v in shown.items()}}
                print(" ".join(f"{k} {v}" for k, v in row.items()), flush=True)
                with (run / "log.jsonl").open("a") as log:
                    log.write(json.dumps(row) + "\n")
            if done % save_every == 0:
                save(done)
    except KeyboardInterrupt:
        print(f"stopped at step {done}; --resume goes on", flush=True)
    save(done)
    return checkpoint


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.train", description=__doc__.split("\n\n")[0])
    parser.add_argument("task", choices=sorted(TASKS))
    parser.add_argument("--data", type=Path, default=Path("data/train"))
    parser.add_argument("--run", type=Path, help="folder of the run (default: runs/TASK)")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument(
        "--minutes", type=float, default=math.inf, help="end after so many minutes of running, if steps are left"
    )
    parser.add_argument(
        "--start",
        type=Path,
        help=".safetensors to start from: what models.start makes, or models/checkpoint/kibitz.safetensors",
    )
    parser.add_argument("--resume", action="store_true", help="go on from the run's last checkpoint")
    parser.add_argument("--batch", type=int)
    parser.add_argument("--rate", type=float, help="highest learning rate")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    args = vars(parser.parse_args(argv))
    task, run = args.pop("task"), args.pop("run")
    train(task, args.pop("data"), run or Path("runs") / task, **args)
    return 0


if __name__ == "__main__":
    sys.exit(main())
