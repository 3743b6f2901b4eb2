"""Attacks are run where processes can be limited and measured: not on Windows."""

import sys

collect_ignore_glob = ["test_*.py"] if sys.platform == "win32" else []
