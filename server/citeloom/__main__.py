"""``python -m citeloom``."""

from citeloom.cli.main import main

main()
