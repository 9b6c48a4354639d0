"""python -m datasets.pack data data/small: the same decks, fonts and textures in a few megabytes, to draw scenes on another machine.

Faces are made smaller (most cards of a scene are) and kept as WebP. What is drawn from the small folder differs a little from what is drawn
from the large one.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from datasets.decks import deck_names

_QUALITY = 75


def pack_deck(source: Path, out: Path, height: int) -> None:
    """One deck's folder, its pictures ``height`` pixels high."""
    about = json.loads((source / "deck.json").read_text(encoding="utf-8"))
    out.mkdir(parents=True, exist_ok=True)
    scales = {}
    for path in sorted(source.glob("*.png")):
        image = np.asarray(cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_UNCHANGED))
        scales[path.stem] = scale = height / image.shape[0]
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        cv2.imencode(".webp", small, [cv2.IMWRITE_WEBP_QUALITY, _QUALITY])[1].tofile(out / f"{path.stem}.webp")
    about["faces"] = {card: (np.array(quads) * scales[card]).tolist() for card, quads in about["faces"].items()}
    about["backs"] = [f"{Path(name).stem}.webp" for name in about["backs"]]
    (out / "deck.json").write_text(json.dumps(about), encoding="utf-8")


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m datasets.pack", description=__doc__.split("\n\n")[0])
    parser.add_argument("data", type=Path, help="what datasets.fetch has fetched")
    parser.add_argument("out", type=Path)
    parser.add_argument("--height", type=int, default=400, help="of the faces, pixels (default: 400)")
    args = parser.parse_args(argv)
    for name in deck_names(args.data / "decks"):
        pack_deck(args.data / "decks" / name, args.out / "decks" / name, args.height)
    for folder in ("fonts", "textures"):
        shutil.copytree(args.data / folder, args.out / folder, dirs_exist_ok=True)
    size = sum(path.stat().st_size for path in args.out.rglob("*") if path.is_file())
    print(f"{args.out}: {size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
