"""What a file is, from its first bytes and its header: which kind of picture, how large, how many, whether its end is there.

Nothing is decoded here, so a small file that claims to be an enormous picture costs nothing. The kinds that are decoded have a function
that reads their header; of all others it is only known what they are, and what to do about it.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from dataclasses import dataclass

_MOST_PAGES = 1000  # of a TIFF are counted


@dataclass(frozen=True, slots=True)
class Header:
    """A picture before it is decoded.

    ``width``, ``height``: pixels as stored, the most it claims anywhere. ``data``: what the decoder is to be given: the file itself,
    or less. ``pictures``: how many the file holds. ``whole``: its end is there.
    """

    width: int
    height: int
    data: bytes
    pictures: int = 1
    whole: bool = True
    in_rows: bool = True  # what is missing of a JPEG is missing at its end; else all of it is coarse


class NoHeader(Exception):
    """It begins like such a picture, but its header is damaged or missing."""


def _jpeg(data: bytes) -> Header:
    at, size, in_rows = 2, None, True
    while (marker := _JPEG_MARKER.search(data, at)) is not None:
        code, at = data[marker.end() - 1], marker.end()
        if code == 0xD9:
            break
        if code in (0x01, 0xD8):
            continue
        if 0xC0 <= code <= 0xCF and code not in (0xC4, 0xC8, 0xCC) and size is None:
            height, width = struct.unpack_from(">HH", data, at + 3)
            size, in_rows = (width, height), code not in (0xC2, 0xC6, 0xCA, 0xCE)
        (length,) = struct.unpack_from(">H", data, at)
        at += max(2, length)
    if size is None:
        raise NoHeader
    whole = marker is not None
    return Header(*size, data if whole else data + b"\xff\xd9", whole=whole, in_rows=in_rows)


_JPEG_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")  # restarts and stuffed bytes are part of the picture


def _png(data: bytes) -> Header:
    """Only what makes one still picture is handed on: OpenCV 4.12 crashes on damaged animations."""
    width, height = struct.unpack_from(">II", data, 16)
    at, pictures, whole = 8, 1, False
    kept = [data[:8]]
    while at + 12 <= len(data) and not whole:
        length, kind = struct.unpack_from(">I4s", data, at)
        chunk = data[at : at + 12 + length]
        at += 12 + length
        if at > len(data):
            break
        whole = kind == b"IEND"
        if kind == b"acTL" and length >= 4:
            (pictures,) = struct.unpack_from(">I", chunk, 8)
        elif kind in (b"IHDR", b"PLTE", b"tRNS", b"eXIf", b"IDAT", b"IEND"):
            kept.append(chunk)
    return Header(width, height, b"".join(kept), pictures=max(1, pictures), whole=whole)


def _webp(data: bytes) -> Header:
    (length,) = struct.unpack_from("<I", data, 4)
    at, pictures, size = 12, 0, (0, 0)
    while at + 18 <= len(data):
        kind, chunk = struct.unpack_from("<4sI", data, at)
        at += 8
        here: tuple[int, ...] = (0, 0)
        if kind == b"VP8X":
            here = tuple(int.from_bytes(data[at + i : at + i + 3], "little") + 1 for i in (4, 7))
        elif kind == b"VP8 ":
            here = tuple(side & 0x3FFF for side in struct.unpack_from("<HH", data, at + 6))
        elif kind == b"VP8L":
            (bits,) = struct.unpack_from("<I", data, at + 1)
            here = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        pictures += kind == b"ANMF"
        size = _larger(size, here)
        at += chunk + chunk % 2
    if size == (0, 0):
        raise NoHeader
    return Header(*size, data, pictures=max(1, pictures), whole=length + 8 <= len(data))


def _gif(data: bytes) -> Header:
    """Only the first picture is handed on."""
    width, height, flags = struct.unpack_from("<HHB", data, 6)
    at = 13 + (3 << (flags & 7) + 1 if flags & 0x80 else 0)
    pictures, end = 0, 0
    while at < len(data) and data[at] in b"\x21\x2c":
        if data[at] == 0x2C:
            if at + 10 > len(data):
                break
            left, top, wide, high, flags = struct.unpack_from("<HHHHB", data, at + 1)
            at += 11 + (3 << (flags & 7) + 1 if flags & 0x80 else 0)
            if pictures == 0:
                width, height = _larger((width, height), (left + wide, top + high))
            pictures += 1
        else:
            at += 2
        while at < len(data) and data[at]:  # its pieces, each with its length in front
            at += data[at] + 1
        at += 1
        if pictures == 1 and not end and at <= len(data):
            end = at
    return Header(width, height, data[:end] + b";" if end else data, pictures=max(1, pictures), whole=end > 0)


def _tiff(data: bytes) -> Header:
    """The first picture, and how many pages follow. Raw files of cameras look like a TIFF whose first picture is a small preview."""
    order = "<" if data[:2] == b"II" else ">"
    big = data[2:4] in (b"+\0", b"\0+")
    whole_number, count, entry = ("Q", "Q", 20) if big else ("I", "H", 12)
    (at,) = struct.unpack_from(order + whole_number, data, 8 if big else 4)
    first: dict[int, int] = {}
    pictures, seen = 0, set[int]()
    while at and at not in seen and len(seen) < _MOST_PAGES:
        seen.add(at)
        try:
            (entries,) = struct.unpack_from(order + count, data, at)
            begin = at + struct.calcsize(order + count)
            (at,) = struct.unpack_from(order + whole_number, data, begin + entries * entry)
            tags = dict(_tiff_tag(data, order, begin + n * entry, big) for n in range(entries))
        except struct.error:
            break
        first = first or tags
        pictures += not tags.get(_TIFF_REDUCED, 0) & 1
    size = first.get(_TIFF_WIDTH, 0), first.get(_TIFF_HEIGHT, 0)
    if not first or _TIFF_WIDTH not in first or _TIFF_HEIGHT not in first:
        raise NoHeader
    if first.get(_TIFF_REDUCED, 0) & 1 or _DNG_VERSION in first:
        raise RawFile
    size = _larger(size, (first.get(_TILE_WIDTH, 0), first.get(_TILE_HEIGHT, 0)))
    return Header(*size, data, pictures=max(1, pictures))


_TIFF_REDUCED, _TIFF_WIDTH, _TIFF_HEIGHT, _TILE_WIDTH, _TILE_HEIGHT, _DNG_VERSION = 254, 256, 257, 322, 323, 50706
_TIFF_NUMBERS = {1: "B", 3: "H", 4: "I", 16: "Q"}


class RawFile(Exception):
    """What a camera keeps before it makes a picture of it."""


def _tiff_tag(data: bytes, order: str, at: int, big: bool) -> tuple[int, int]:
    """One tag and its number, 0 if it is no single number."""
    tag, kind = struct.unpack_from(order + "HH", data, at)
    (count,) = struct.unpack_from(order + ("Q" if big else "I"), data, at + 4)
    number = _TIFF_NUMBERS.get(kind)
    if number is None or count != 1:
        return tag, 0
    return tag, struct.unpack_from(order + number, data, at + (12 if big else 8))[0]


def _bmp(data: bytes) -> Header:
    (size,) = struct.unpack_from("<I", data, 14)
    if size not in (12, 40, 52, 56, 64, 108, 124):
        raise NoHeader
    width, height = struct.unpack_from("<HH" if size == 12 else "<ii", data, 18)
    return Header(abs(width), abs(height), data)


def _pnm(data: bytes) -> Header:
    size = re.match(rb"P[1-6](?:\s+|#[^\n]*\n)+(\d{1,9})(?:\s+|#[^\n]*\n)+(\d{1,9})\s", data[:4096])
    if size is None:
        raise NoHeader
    return Header(int(size[1]), int(size[2]), data)


def _larger(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, int]:
    return max(a[0], b[0]), max(a[1], b[1])


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file. ``name``: with its article; ``header``: reads the header, if it is decoded; ``remedy``: what to do if not."""

    name: str
    start: re.Pattern[bytes]
    header: Callable[[bytes], Header] | None = None
    remedy: str = "save it as JPEG"
    film: bool = False  # or it may be one


def _kind(name: str, start: bytes, *rest: object, **more: object) -> Kind:
    return Kind(name, re.compile(start, re.DOTALL), *rest, **more)  # type: ignore[arg-type]


_AS_JPEG = "save it as JPEG or PNG"
_IPHONE = "save it as JPEG (on an iPhone: Settings, Camera, Formats, Most Compatible)"
_FILM = "save the moment you mean as a JPEG picture"
KINDS = (
    _kind("a JPEG picture", rb"\xff\xd8\xff", _jpeg),
    _kind("a PNG picture", rb"\x89PNG\r\n\x1a\n", _png),
    _kind("a WebP picture", rb"RIFF....WEBP", _webp),
    _kind("a GIF picture", rb"GIF8[79]a", _gif, film=True),
    _kind("a TIFF picture", rb"II[*+]\0|MM\0[*+]", _tiff),
    _kind("a BMP picture", rb"BM....\0\0\0\0", _bmp),
    _kind("a PNM picture", rb"P[1-6]\s", _pnm),
    _kind("a HEIC picture", rb"....ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1|miaf)", remedy=_IPHONE),
    _kind("an AVIF picture", rb"....ftypavi[fs]", remedy=_AS_JPEG),
    _kind("a JPEG 2000 picture", rb"\0\0\0\x0cjP|\xff\x4f\xff\x51", remedy=_AS_JPEG),
    _kind("a JPEG XL picture", rb"\0\0\0\x0cJXL|\xff\x0a", remedy=_AS_JPEG),
    _kind("a raw file of a camera", rb"....ftypcrx|IIRO|IIU\0|FUJIFILMCCD", remedy="develop it and save it as JPEG"),
    _kind("a film", rb"....(?:ftyp|moov|mdat|wide)|RIFF....AVI |\x1aE\xdf\xa3|\x30\x26\xb2\x75|FLV\x01", remedy=_FILM, film=True),
    _kind("a PDF document", rb".{0,1000}?%PDF-", remedy="save the page as JPEG or PNG"),
    _kind("a Photoshop file", rb"8BPS", remedy=_AS_JPEG),
    _kind("a packed archive", rb"PK\x03\x04|\x1f\x8b|7z\xbc\xaf|Rar!", remedy="unpack it and name the pictures"),
    _kind("an SVG drawing", rb"\s*(?:<\?xml.{0,900})?<(?:svg|!DOCTYPE svg)", remedy=_AS_JPEG),
    _kind("a text", rb"[\t\n\f\r\x1b -\xff]*$", remedy="use a JPEG, PNG, WebP, TIFF or BMP file"),
)  # fmt: skip
RAW = Kind("a raw file of a camera", re.compile(b""), remedy="develop it and save it as JPEG")
START = 1024  # bytes that tell the kind


def kind_of(start: bytes) -> Kind | None:
    """What begins with ``start`` (the first START bytes, or the whole file), or None."""
    return next((kind for kind in KINDS if kind.start.match(start)), None)
