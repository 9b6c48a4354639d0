"""What a position is to everyone but its game: something that can be copied and compared."""

from __future__ import annotations

from typing import Any, ClassVar, Self


class Position:
    """All that play changes, in slots. A value is replaced, never changed in place: so a copy is cheap, and undo can
    put the old values back.
    """

    __slots__ = ("names", "pack", "turn")
    fields: ClassVar[tuple[str, ...]] = __slots__  # with those of the classes below it

    def __init_subclass__(cls) -> None:
        cls.fields = tuple(
            dict.fromkeys(name for base in reversed(cls.__mro__) for name in vars(base).get("__slots__", ()))
        )

    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()  # of the players, by seat
        self.pack: int = 0  # the cards that are in play at all, as a set
        self.turn = 0  # the seat on turn

    def copy(self) -> Self:
        """The same position, to be played on separately."""
        other = object.__new__(type(self))
        for name in self.fields:
            setattr(other, name, getattr(self, name))
        return other

    def state(self) -> tuple[Any, ...]:
        """Every value, as ``restore`` takes them: where speed does not matter, the simplest token for ``undo``."""
        return tuple(getattr(self, name) for name in self.fields)

    def restore(self, state: tuple[Any, ...]) -> None:
        """Puts every value back."""
        for name, value in zip(self.fields, state, strict=True):
            setattr(self, name, value)

    def __eq__(self, other: object) -> bool:
        """Whether everything is alike, what is known of hidden cards as well."""
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.fields)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        values: dict[str, Any] = {name: getattr(self, name, None) for name in self.fields}
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in values.items())})"
