"""Where the app begins on Android: python-for-android runs a ``main.py``. Everywhere else the command is ``kibitz``."""

from app.window import open_window

if __name__ == "__main__":
    open_window()
