"""The programs: command line, live table and window."""
