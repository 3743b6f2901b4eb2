"""Run the ordinary benchmarks, or one: ``python -m bench [NAME [ARGUMENT ...]]``."""

import sys
from importlib import import_module

from bench.shared.data import DATA

FOLDERS = {
    "speed": (
        *("bib", "extractive", "large_commands", "large_lsp", "large_writing", "linear"),
        *("lsp", "retrieval", "soak", "tex"),
    ),
    "claims": ("check_speed", "claims_table", "cuts"),
    "models": ("answers", "estimates", "faults", "models", "orders"),
    "papers": ("anthology", "fetch", "fulltext", "matching", "references", "siblings", "zotero"),
    "shared": ("rwg_split",),
    "suggesting": ("completing", "corpus", "hidden"),
    "writing": (
        *("grouping", "letters", "roles", "texts", "texts_page", "weaving_held_back"),
        *("weaving_places", "writing_after_edits"),
    ),
}
ORDINARY = (
    *("bib", "extractive", "faults", "hidden", "linear", "lsp", "models"),
    *("orders", "retrieval", "tex", "zotero"),
)
folder_of = {name: folder for folder, names in FOLDERS.items() for name in names}

del sys.argv[0]
print(f"texts: {DATA if DATA.is_dir() else 'those of the repository, as ../shared/data is absent'}")
for name in sys.argv[:1] or ORDINARY:
    if name not in folder_of:
        sys.exit(f"No benchmark is called {name}; there are: {', '.join(sorted(folder_of))}")
    import_module(f"bench.{folder_of[name]}.{name}").main()
