"""A study: several models by several methods on the same papers, as a file lists them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from citeloom.actions.context import Context
from citeloom.actions.writing.models import Estimate, estimate
from citeloom.models.memo import Memo
from citeloom.models.setup import MEMO, Setup, setup_of
from citeloom.models.usage import Speed
from citeloom.problem import InputError, Place
from citeloom.settings import ModelSettings, read_settings
from citeloom_lab.evaluating.judging import judging_cost
from citeloom_lab.evaluating.plan import EvaluationPlan, EvaluationRequest, WritingModel
from citeloom_lab.evaluating.writing_texts import KeptTexts
from citeloom_lab.evaluation.judging.judges import JUDGES

METHODS = ("zero-shot", "citegeist", "ckma", "chatcite", "hireview", "select-read-write")
"""Those of a study that names none."""

JUDGING = "judging"


class _StudyModel(ModelSettings):
    """A model with all settings of ``model`` in config.toml; ``called`` is its name in tables."""

    called: str = Field("", max_length=100)


class _StudyFile(BaseModel):
    """What a study's file may say; docs/evaluation.md describes it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    models: tuple[_StudyModel, ...] = Field(min_length=1)
    judge: _StudyModel | None = None
    data: tuple[Path, ...] = ()
    papers: int = Field(20, ge=1)
    abstracts: int = Field(3, ge=0)
    words: int | None = Field(None, ge=1)
    seed: int = 0
    methods: tuple[str, ...] = METHODS
    parameters: dict[str, str] = Field(default_factory=dict)
    judges: tuple[str, ...] = tuple(judge.name for judge in JUDGES)
    read: int = Field(3, ge=0)


@dataclass(frozen=True)
class Study:
    """What is to be evaluated, the model that judges, and the folder of what comes of it.

    ``read`` is the number of papers whose texts are to be read blind.
    """

    request: EvaluationRequest
    judge: Setup
    folder: Path
    read: int


@dataclass(frozen=True)
class PlannedWork:
    """What one method by one model, or one judge, would take; ``kept`` texts are there already.

    What has the same ``turn`` is done one after the other, judging after all else.
    """

    name: str
    kept: int
    estimate: Estimate
    turn: str


def read_study(path: Path, data: Sequence[Path] = ()) -> Study:
    """Return the study of a file; ``data`` come in the place of the data sets that it names.

    Raises
    ------
    InputError
        If the file cannot be read, names no data, or a model of it cannot be used.
    """
    try:
        file = read_settings(path, _StudyFile)
    except FileNotFoundError:
        raise InputError("the file does not exist", Place(path)) from None
    sets = tuple(data) or tuple(path.parent / each.expanduser() for each in file.data)
    if not sets:
        raise InputError("names no data", Place(path), 'data = ["FOLDER"], or name it as DATA')
    models = [WritingModel(each.called or each.name, _setup(each, path)) for each in file.models]
    names = [model.name for model in models]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise InputError(f"two models are called '{twice}'", Place(path), "'called' names one")
    folder = path.parent / f"{path.stem}-results"
    request = EvaluationRequest(
        sets,
        file.methods,
        file.parameters,
        file.words,
        seed=file.seed,
        sample=file.papers,
        one_of_a_paper=True,
        abstracts=file.abstracts,
        folder=folder / "texts",
        judges=file.judges,
        models=models,
    )
    judge = _setup(file.judge, path) if file.judge else models[0].setup
    return Study(request, judge, folder, file.read)


def _setup(settings: ModelSettings, path: Path) -> Setup:
    setup = setup_of(settings)
    if setup is None:
        message = f"the model '{settings.name}' has neither a provider nor an address"
        raise InputError(message, Place(path), "see docs/configuration.md")
    return setup


def planned_work(planned: EvaluationPlan, study: Study, context: Context) -> Iterator[PlannedWork]:
    """Yield what is left to be done by each method that asks a model, then by each judge.

    Answers that are kept are not left out, but for those of whole texts.
    """
    kept = KeptTexts(planned, context, None)
    examples = [example for each in planned.sets for example in each.examples]
    for method in planned.methods:
        if method.setup is not None:
            left = [example for example in examples if kept.get(example, method) is None]
            cost = planned.cost(method, left)
            made = estimate(cost, method.setup, _speed(method.setup, context))
            kept_texts = len(examples) - len(left)
            yield PlannedWork(method.name, kept_texts, made, method.setup.endpoint)
    for judge in planned.judges:
        cost = judging_cost(planned, judge)
        made = estimate(cost, study.judge, _speed(study.judge, context))
        yield PlannedWork(f"judge {judge.name}", 0, made, JUDGING)


def _speed(setup: Setup, context: Context) -> Speed:
    """Return how fast a model was until now."""
    path = context.user.data_folder / MEMO
    with Memo(path if path.exists() else None) as memo:
        return memo.speed(setup.endpoint)
