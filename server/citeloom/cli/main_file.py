"""The argument that nearly all commands have: a file of the draft."""

from pathlib import Path
from typing import Annotated

import typer

MainFile = Annotated[Path, typer.Argument(metavar="MAIN.tex", help="Any .tex file of the project.")]
DraftOrBib = Annotated[
    Path,
    typer.Argument(metavar="MAIN.tex", help="Any .tex file of the project, or a .bib file."),
]
