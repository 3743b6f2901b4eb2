"""Run all benchmarks, or those named: ``python -m bench [NAME ...]``."""

import sys
from importlib import import_module

BENCHMARKS = (
    "bib",
    "extractive",
    "faults",
    "hidden",
    "lsp",
    "models",
    "retrieval",
    "stubborn",
    "tex",
    "zotero",
)

for name in sys.argv[1:] or BENCHMARKS:
    import_module(f"bench.{name}").main()
