"""From a picture to cards on a table. Knows cards, knows no game."""

from vision import quiet as quiet  # before anything imports OpenCV
