"""What all tests share."""

from __future__ import annotations

from hypothesis import settings

# A busy machine is no failure: how long an example takes is not what these tests are about.
settings.register_profile("kibitz", deadline=None)
settings.load_profile("kibitz")
