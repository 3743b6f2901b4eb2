"""What an evaluation is to do: data sets, methods with their parameters, and what they cost."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from citeloom.actions.writing.models import Estimate, estimate
from citeloom.actions.writing.task.request import WriteRequest, parameters_of
from citeloom.methods.port import Method, Parameters
from citeloom.methods.registry import METHODS, method_named
from citeloom.methods.simulated_cost import simulated_cost
from citeloom.models.cost import Cost, joined
from citeloom.models.setup import Setup
from citeloom.problem import InputError
from citeloom_lab.evaluation.ablations import ABLATIONS, Variant
from citeloom_lab.evaluation.baselines import Lead, Oracle, RandomSentences
from citeloom_lab.evaluation.comparison import AUTHORS
from citeloom_lab.evaluation.example import DataSet, Example, drawn_examples
from citeloom_lab.evaluation.judging.judge import TextJudge
from citeloom_lab.evaluation.judging.judges import judge_named
from citeloom_lab.evaluation.reading import data_files, read_data_set
from citeloom_lab.evaluation.saved_texts import SavedTexts, read_saved_texts
from citeloom_lab.methods import METHODS as COMPARED

_BASELINES: Mapping[str, Callable[[Example], Method[Any]]] = {
    Lead.name: lambda _: Lead(),
    RandomSentences.name: lambda _: RandomSentences(),
    Oracle.name: Oracle,
}


@dataclass(frozen=True)
class WritingModel:
    """One of several models that write side by side; ``name`` tells its rows from others."""

    name: str
    setup: Setup


@dataclass(frozen=True)
class EvaluationRequest:
    """A request to evaluate methods on data sets.

    ``parameters`` are the methods' own as the user typed them, by ``method.parameter``; those of a
    variant count before them. ``ablations`` name lists of variants, ``judges`` metrics for which a
    model is asked, ``bertscore`` the model of BERTScore; empty leaves it out. ``words`` are
    asked of every method, ``cut`` is where ROUGE stops reading. ``sample``: only so many examples
    of all sets, drawn by the seed, if ``one_of_a_paper`` each of another citing paper.
    ``abstracts``: of so many of its references at least an example must have one. ``folder`` is
    where texts are kept; None for the data folder. ``saved`` are files of texts that were written
    before, by the names that they get. ``models``: each writes by each method that asks one;
    without any the run's own model writes.
    """

    data: Sequence[Path]
    methods: Sequence[str] = ()
    parameters: Mapping[str, str] = field(default_factory=dict)
    words: int | None = None
    cut: int | None = None
    stemming: bool = True
    seed: int = 0
    sample: int | None = None
    folder: Path | None = None
    saved: Mapping[str, Path] = field(default_factory=dict)
    variants: Sequence[Variant] = ()
    ablations: Sequence[str] = ()
    judges: Sequence[str] = ()
    bertscore: str = ""
    one_of_a_paper: bool = False
    abstracts: int = 0
    models: Sequence[WritingModel] = ()


@dataclass(frozen=True)
class EvaluatedMethod:
    """A method with its parameters; ``of`` makes it for an example (the oracle reads its text).

    ``name`` is that of its row, ``method`` its own. ``saved`` are texts that were written before,
    where these are compared and nothing is written. ``setup`` is the model that it asks, where that
    is not the run's.
    """

    name: str
    method: str
    parameters: Parameters
    of: Callable[[Example], Method[Any]]
    uses_model: bool = False
    saved: SavedTexts | None = None
    setup: Setup | None = None


@dataclass(frozen=True)
class EvaluationPlan:
    """Data sets that were read, the methods that will write for them, and who judges them."""

    request: EvaluationRequest
    sets: tuple[DataSet, ...]
    methods: tuple[EvaluatedMethod, ...]
    judges: tuple[TextJudge, ...] = ()

    @property
    def examples(self) -> int:
        """How many texts each method has to write."""
        return sum(len(each.examples) for each in self.sets)

    @property
    def uses_model(self) -> bool:
        return bool(self.judges) or any(method.uses_model for method in self.methods)

    def cost(self, method: EvaluatedMethod, examples: Iterable[Example] | None = None) -> Cost:
        """Return the model calls of a method's texts for examples, for all where none are named.

        Kept answers are not left out.
        """
        request = self.request
        if examples is None:
            examples = (example for each in self.sets for example in each.examples)
        return joined(
            simulated_cost(
                method.of(example), example.task(request.words, request.seed), method.parameters
            )
            for example in examples
        )


def method_names() -> tuple[str, ...]:
    """Return the names of all that can be evaluated."""
    return (*(method.name for method in (*METHODS, *COMPARED)), *_BASELINES)


def plan_evaluation(request: EvaluationRequest) -> EvaluationPlan:
    """Read the data sets and find the methods.

    Raises
    ------
    InputError
        If a file cannot be read, or a method, a parameter or a judge is unknown.
    """
    methods = tuple(_methods(request))
    known = {method.method for method in methods}
    if taken := next((name for name in request.saved if name in known or name == AUTHORS), ""):
        raise InputError(f"--texts {taken}: that is the name of a method that is evaluated")
    methods += tuple(
        EvaluatedMethod(name, "", Parameters(), lambda _: Lead(), saved=read_saved_texts(path))
        for name, path in request.saved.items()
    )
    if not methods:
        raise InputError(
            "no method is named", advice=f"--method with one of {', '.join(method_names())}"
        )
    for name in request.parameters:
        if (prefix := name.partition(".")[0]) not in known:
            raise InputError(
                f"parameter {name}: no method '{prefix}' is evaluated",
                advice="name it as METHOD.PARAMETER",
            )
    judges = tuple(map(judge_named, dict.fromkeys(request.judges)))
    sets = tuple(read_data_set(file) for path in request.data for file in data_files(path))
    names = [each.name for each in sets]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise InputError(f"two data sets are called '{twice}'")
    if request.abstracts:
        sets = tuple(_with_abstracts(each, request.abstracts) for each in sets)
    if request.sample is not None:
        one_of_a_paper = request.one_of_a_paper
        sets = drawn_examples(sets, request.sample, request.seed, one_of_a_paper=one_of_a_paper)
    if not any(each.examples for each in sets):
        raise InputError(f"no example has {request.abstracts} references with an abstract")
    return EvaluationPlan(request, sets, methods, judges)


def _with_abstracts(of: DataSet, fewest: int) -> DataSet:
    return DataSet(of.name, tuple(own for own in of.examples if own.abstracts >= fewest))


def _methods(request: EvaluationRequest) -> Iterator[EvaluatedMethod]:
    """Yield what is evaluated, each once."""
    variants = [
        *(Variant(name, name) for name in request.methods),
        *(variant for name in request.ablations for variant in _ablation(name)),
        *request.variants,
    ]
    found: dict[str, Variant] = {}
    for variant in variants:
        if found.setdefault(variant.name, variant) != variant or variant.name == AUTHORS:
            raise InputError(f"two variants are called '{variant.name}'")
    methods = [_method(variant, request.parameters) for variant in found.values()]
    for model in request.models:
        for method in methods:
            if method.uses_model:
                name = f"{method.name} by {model.name}"
                yield replace(method, name=name, setup=model.setup)
    yield from (method for method in methods if not (method.uses_model and request.models))


def _ablation(name: str) -> Sequence[Variant]:
    if name not in ABLATIONS:
        raise InputError(
            f"there is no ablation '{name}'", advice=f"ablations: {', '.join(ABLATIONS)}"
        )
    return ABLATIONS[name]


def _method(variant: Variant, given: Mapping[str, str]) -> EvaluatedMethod:
    name = variant.method
    if name not in method_names():
        raise InputError(f"unknown method '{name}'", advice=f"methods: {', '.join(method_names())}")
    if name in _BASELINES:
        if variant.parameters:
            raise InputError(f"the method '{name}' has no parameters")
        return EvaluatedMethod(variant.name, name, Parameters(), _BASELINES[name])
    method = method_named(name)
    own = {key: value for key, value in given.items() if key.partition(".")[0] == name}
    own |= {f"{name}.{key}": value for key, value in variant.parameters.items()}
    parameters = parameters_of(method, WriteRequest(Path(), parameters=own))
    return EvaluatedMethod(variant.name, name, parameters, lambda _: method, method.uses_model)


def evaluation_estimate(
    planned: EvaluationPlan, method: EvaluatedMethod, setup: Setup | None
) -> Estimate:
    """Return what a method's texts would cost if nothing of them is kept."""
    return estimate(planned.cost(method), setup)
