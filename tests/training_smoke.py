"""The way from nothing to weights, in small: draw a few scenes, train a few steps, stop, go on, export, load through cv2.dnn, read.

Needs the ``train`` extra. Run by name: python -m pytest tests/training_smoke.py
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the train extra")


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from datasets.make import main

    out = tmp_path_factory.mktemp("data") / "train"
    bare = out.parent / "nothing-fetched"
    assert (
        main(
            [
                str(out),
                "--data",
                str(bare),
                "--shards",
                "1",
                "--scenes",
                "6",
                "--printed",
                "0",
                "--drawn",
                "1",
                "--workers",
                "1",
            ]
        )
        == 0
    )
    return out


def test_a_few_steps_are_trained_stopped_gone_on_with_exported_and_read(shards: Path, tmp_path: Path) -> None:
    from models.export import export
    from models.train import train
    from vision.recogniser import Recogniser

    checkpoints = {}
    for task, batch in (("detector", 2), ("fast-detector", 2), ("reader", 8)):
        run = tmp_path / task
        train(task, shards, run, steps=3, batch=batch)
        checkpoints[task] = train(task, shards, run, steps=5, batch=batch, resume=True)
        assert json.loads((run / "state.json").read_text())["step"] == 5
    out = tmp_path / "weights"
    differences = export([checkpoints["detector"]], [checkpoints["reader"]], out, None, [checkpoints["fast-detector"]])
    assert len(differences) == 3
    assert max(differences.values()) < 0.01
    for ours in (True, False):
        reading = Recogniser(out, ours=ours).read(np.full((120, 160, 3), 128, np.uint8))
        assert reading.total_ms > 0


def test_the_same_seed_draws_the_same_shard(shards: Path, tmp_path: Path) -> None:
    from datasets.make import make_shard

    again = make_shard(0, out=tmp_path, data=tmp_path / "none", scenes=6, seed=1, held_out=False, printed=0, drawn=1)
    with np.load(shards / "00000.npz") as a, np.load(again) as b:
        assert all((a[name] == b[name]).all() for name in a.files)
