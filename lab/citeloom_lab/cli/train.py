"""``citeloom train``."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from citeloom.cli.console import print_message, shown_progress
from citeloom.cli.exit_codes import INTERRUPTED
from citeloom.cli.help import Program
from citeloom_lab.training.taxonomy import TrainingRequest, train_taxonomy


def register(app: typer.Typer) -> None:
    group = Program(help="Train the parts that can learn.", no_args_is_help=True)
    group.command("taxonomy", help="Train the network that finds topics (HiReview).")(run_taxonomy)
    app.add_typer(group, name="train")


def run_taxonomy(
    data: Annotated[Path, typer.Argument(help="Papers with their topics, JSON on each line.")],
    output: Annotated[Path, typer.Option("--output", help="Write the weights to this file.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite the output file.")] = False,
    width: Annotated[int, typer.Option(min=4, max=8192, help="Width of the layers.")] = 1024,
    epochs: Annotated[int, typer.Option(min=1, help="Most rounds through the papers.")] = 500,
    patience: Annotated[int, typer.Option(min=1, help="Rounds without gain until it ends.")] = 10,
    seed: Annotated[
        int, typer.Option(min=0, max=2**31, help=("The seed of all random choices."))
    ] = 0,
    pairs: Annotated[
        Literal["ties", "ends", "both"],
        typer.Option(help="What is seen of a pair; 'ends' as in the paper."),
    ] = "ties",
) -> None:
    """Train the network that finds topics."""
    request = TrainingRequest(data, output, force, width, epochs, patience, seed, pairs)
    said = "interrupted before there was anything to keep; nothing was written"
    with shown_progress(said) as progress:
        trained = train_taxonomy(request, progress)
    print_message(
        f"loss on topics held out: {trained.loss:.3f} before, {trained.held_out_loss:.3f} after "
        f"epoch {trained.epoch} of {trained.epochs}"
    )
    print_message(f"written to {output}")
    if trained.interrupted:
        print_message("interrupted; these are the best weights until then")
        raise typer.Exit(INTERRUPTED)
