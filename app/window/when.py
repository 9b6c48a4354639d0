"""Dates and times as people say them."""

from __future__ import annotations

import time

from rules.texts import _


def when_text(seconds: float, now: float | None = None) -> str:
    """``today, 18:40``, ``yesterday, 9:05`` or ``12.11.2026`` for seconds since 1970, in the time of this place."""
    then, today = time.localtime(seconds), time.localtime(now)
    clock = f"{then.tm_hour}:{then.tm_min:02}"
    midnight = time.mktime((*today[:3], 0, 0, 0, 0, 0, -1))
    if midnight <= seconds < midnight + 86400:
        return _("today, {time}").format(time=clock)
    if midnight - 86400 <= seconds < midnight:
        return _("yesterday, {time}").format(time=clock)
    return _("{day}.{month}.{year}").format(day=then.tm_mday, month=then.tm_mon, year=then.tm_year)
