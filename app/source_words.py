"""What is wrong with a camera, a film or a picture, in the language of the user: ``vision`` knows no texts and says it in English."""

from __future__ import annotations

from rules.texts import N_, _


def in_words(error: Exception) -> str:
    """``error`` in a line: where, what is wrong, what to do. What has no translation stays in English."""
    what, where, remedy = (getattr(error, name, None) for name in ("what", "where", "remedy"))
    if not (isinstance(what, str) and what and isinstance(remedy, str) and remedy):
        return str(error)
    return f"{place_in_words(str(where))}: {_(what)}; {_(remedy)}"


def place_in_words(where: str) -> str:
    """``camera 0`` is called so in the language of the user; files and addresses are what they are."""
    kind, _space, number = where.partition(" ")
    return _("camera {number}").format(number=number) if kind == "camera" and number.isdecimal() else where


KNOWN = (
    N_("no such camera"),
    N_("plug it in, close other programs that use it, or try another number"),
    N_("nothing answers there, or it sends no video"),
    N_("check the address and the network"),
    N_("camera lost"),
    N_("check the cable or the network; looking for it again"),
    N_("no such file or folder"),
    N_("check the name, or give a camera's number (0) or a URL"),
    N_("is a text, no film"),
    N_("name a film, a picture, a folder, a camera or a URL"),
    N_("no pictures in this folder"),
    N_("it should hold JPEG or PNG files, one for each frame"),
    N_("is no film that can be opened"),
    N_("use an MP4, MKV, AVI or WebM file that is complete"),
    N_("no picture in this film can be decoded"),
    N_("record it again or convert it to MP4"),
    N_("convert it to a smaller size"),
    N_("what is there was used; copy it again"),
    N_("is no picture that can be opened"),
    N_("use a JPEG, PNG, WebP, TIFF or BMP file"),
    N_("save it smaller"),
    N_("is a device or a pipe, not a file"),
    N_("save the pictures in a file and name that"),
    N_("the file is empty"),
    N_("record it again or choose another"),
    N_("is a folder, not a picture"),
    N_("name the pictures in it"),
    N_("save it as JPEG"),
    N_("no such file"),
    N_("check the name"),
    N_("check that the file may be read"),
    N_("copy it again"),
    N_("save it again"),
    N_("choose another file"),
)
"""What ``vision`` says of them."""
