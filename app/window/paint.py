"""How what a Pen collected gets on the screen: widgets that draw themselves, letters as textures."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from kivy import kivy_data_dir
from kivy.clock import Clock
from kivy.core.text import Label as TextImage
from kivy.core.text import LabelBase
from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, Mesh, PopMatrix, PushMatrix, Rectangle, Translate
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from app.window.mesh import ROWS, Triangles
from app.window.theme import Colour
from app.window.words import SIGNS

LabelBase.register("Signs", str(Path(kivy_data_dir) / "fonts" / "DejaVuSans.ttf"))  # Roboto has no suit signs
CAPITAL = 0.711  # of Roboto, as a part of its size: how high a capital letter or a figure is
BELOW = 0.244  # how much stands below the line that letters stand on
LEAST = 8  # px: what is smaller is not drawn; a layout has no size yet, or no room


@lru_cache(maxsize=1024)
def glyphs(text: str, size: float, bold: bool = False) -> Texture:
    """A white texture of ``text``, letters ``size`` px high, to be tinted by a Color. Suit signs, or no suit sign."""
    font = "Signs" if set(text) <= set(SIGNS) else "Roboto"
    image = TextImage(text=text, font_size=size, font_name=font, bold=bold and font == "Roboto", color=(1, 1, 1, 1))
    image.refresh()
    return image.texture


@lru_cache(maxsize=256)
def _colours(colours: tuple[Colour, ...]) -> Texture:
    """A texture of ROWS colours; each goes from clear to full from left to right."""
    texels = np.zeros((ROWS, 2, 4), np.uint8)
    for row, colour in enumerate(colours):
        texels[row, :] = [round(part * 255) for part in colour]
        texels[row, 0, 3] = 0
    texture = Texture.create(size=(2, ROWS), colorfmt="rgba")
    texture.wrap = "clamp_to_edge"

    def fill(texture: Texture) -> None:
        texture.blit_buffer(texels.tobytes(), colorfmt="rgba", bufferfmt="ubyte")

    fill(texture)
    texture.add_reload_observer(fill)  # a phone may throw textures away
    return texture


def paint(triangles: Triangles, colours: dict[str, Colour]) -> None:
    """Adds a mesh to the canvas that is current, its colours by their names."""
    if not len(triangles.indices):
        return
    Color(1, 1, 1, 1)
    Mesh(
        vertices=triangles.vertices,
        indices=triangles.indices,
        mode="triangles",
        texture=_colours(tuple(colours[name] for name in triangles.colours)),
    )


def letters(
    text: str, colour: Colour, capital: float, x: float, line: float, *, widest: float = 1e9, on_head: bool = False
) -> None:
    """Adds bold letters, capitals ``capital`` px high, standing on ``line``, their middle at ``x``; squeezed to ``widest``.

    ``on_head``: turned by 180 degrees around (x, line), so that they hang from it.
    """
    texture = glyphs(text, round(capital / CAPITAL, 1), True)
    width, height = min(texture.width, widest), texture.height
    below = BELOW * capital / CAPITAL
    Color(*colour)
    left, low = round(x - width / 2), round(line + below - height if on_head else line - below)
    turned = {"tex_coords": [*texture.tex_coords[4:], *texture.tex_coords[:4]]} if on_head else {}
    Rectangle(texture=texture, pos=(left, low), size=(width, height), **turned)


def printed(width: float, height: float, margin: int, draw: Callable[[], None], around: Colour) -> Fbo:
    """What ``draw`` adds, drawn once for good into a texture that is larger by ``margin`` px on each side, so that a
    frame shows it at the price of a rectangle. ``around``: the colour that its outer edge fades to."""
    fbo = Fbo(size=(math.ceil(width) + 2 * margin, math.ceil(height) + 2 * margin))
    with fbo:
        ClearColor(*around[:3], 0)
        ClearBuffers()
        PushMatrix()
        Translate(margin, margin)
        draw()
        PopMatrix()
    fbo.draw()
    return fbo


def show_print(fbo: Fbo, margin: int) -> None:
    """Adds what was ``printed`` to the canvas that is current, (0, 0) where it was then."""
    Color(1, 1, 1, 1)
    Rectangle(texture=fbo.texture, pos=(-margin, -margin), size=fbo.size)


def mixed(a: Colour, b: Colour, part: float) -> Colour:
    """``a`` with ``part`` of ``b``, 0 to 1; the alpha of ``a``."""
    red, green, blue = (x + (y - x) * part for x, y in zip(a[:3], b[:3], strict=True))
    return red, green, blue, a[3]


class Painted(Widget):
    """Draws itself from its lower left corner on, at most once a frame: when its size or a property in ``drawn_from``
    changed. Moving it draws nothing anew."""

    drawn_from: tuple[str, ...] = ()

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.redraw = Clock.create_trigger(self._draw_now, -1)
        for name in ("size", *self.drawn_from):
            self.fbind(name, self.redraw)
        self._place = Translate()
        self.fbind("pos", self._move)
        self.redraw()

    def _move(self, *_args: Any) -> None:
        self._place.xy = round(self.x), round(self.y)

    def _draw_now(self, _dt: float) -> None:
        self.canvas.before.clear()
        self._move()
        with self.canvas.before:
            PushMatrix()
            self.canvas.before.add(self._place)
            if min(self.size) >= LEAST:
                self.draw()
            PopMatrix()

    def draw(self) -> None:
        """Adds the drawing instructions to the canvas that is current; (0, 0) is the lower left corner."""
        raise NotImplementedError
