"""models.start: what a pickle would import is known before it is loaded."""

from __future__ import annotations

import collections
import os
import pickle

from models.start import TRUSTED, names_in_pickle


class Hostile:
    def __reduce__(self) -> tuple:
        return os.system, ("true",)


def test_a_pickle_that_would_run_a_command_is_seen() -> None:
    for protocol in range(2, 6):
        assert not names_in_pickle(pickle.dumps(Hostile(), protocol)) <= TRUSTED


def test_a_harmless_pickle_names_only_what_is_trusted() -> None:
    assert names_in_pickle(pickle.dumps(collections.OrderedDict(a=1))) <= TRUSTED
