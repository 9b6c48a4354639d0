"""models.slim: the narrow detector is cut out of the wide one so that what belongs together stays together."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("ultralytics")

from models import slim as module  # noqa: E402
from models.networks import RawDetector, new_detector  # noqa: E402


def test_cutting_nothing_away_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = new_detector(wide=True).eval()
    for layer in wide.modules():
        if isinstance(layer, torch.nn.BatchNorm2d):
            layer.weight.data.uniform_(0.5, 1.5)
            layer.running_mean.uniform_(-1, 1)
    monkeypatch.setattr(module, "new_detector", lambda: new_detector(wide=True))
    same = module.slim(wide).eval()
    ours, theirs = RawDetector(same), RawDetector(wide)
    for branch in ("cv2", "cv3"):  # the last layers of the head are new
        for a, b in zip(getattr(ours.head, branch), getattr(theirs.head, branch), strict=True):
            a[1].load_state_dict(b[1].state_dict())
            a[2].load_state_dict(b[2].state_dict())
    picture = torch.rand(1, 3, 64, 64)
    with torch.no_grad():
        for a, b in zip(ours(picture), theirs(picture), strict=True):
            assert torch.allclose(a, b, atol=1e-5)


def test_the_narrow_detector_is_a_tenth_of_the_wide_one() -> None:
    wide = new_detector(wide=True)
    narrow = module.slim(wide)
    sizes = [sum(p.numel() for p in m.parameters()) for m in (narrow, wide)]
    assert sizes[0] < sizes[1] / 8
