"""Draw what an evaluation found."""

from io import BytesIO
from pathlib import Path

from citeloom.keeping.atomic import WriteError, write_atomically
from citeloom.keeping.paths import plain_file_name
from citeloom_lab.evaluating.evaluate import Evaluation
from citeloom_lab.evaluation.plots import Figures


def save_plots(evaluation: Evaluation, folder: Path) -> list[Path]:
    """Draw each comparison and each judge's values into a folder; return the files.

    Raises
    ------
    WriteError
        If one cannot be written.
    """
    figures = Figures()
    drawn = []
    for comparison in evaluation.comparisons:
        drawn.append((f"{comparison.name}-overlap", figures.overlap(comparison)))
        if len(comparison.bands) > 1:
            drawn.append((f"{comparison.name}-references", figures.by_references(comparison)))
    drawn += [(judged.judge.name, figures.judged(judged)) for judged in evaluation.judgements]
    paths = []
    for name, figure in drawn:
        path = folder / f"{plain_file_name(name)}.png"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WriteError(folder, error.strerror or str(error)) from None
        picture = BytesIO()
        figure.savefig(picture, dpi=150, format="png")
        write_atomically(path, picture.getvalue())
        paths.append(path)
    return paths
