"""BERTScore: tokens of two texts matched greedily by the cosine of their contextual vectors.

Source: Zhang et al., "BERTScore: Evaluating Text Generation with BERT", ICLR 2020, section 3,
without weights by rarity and without rescaling.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from citeloom.extras import import_library
from citeloom.problem import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

EXTRA = "bertscore"
DEFAULT_MODEL = "roberta-large"

LAYERS = {
    "roberta-large": 17,
    "roberta-base": 10,
    "bert-base-uncased": 9,
    "allenai/scibert_scivocab_uncased": 8,
}
"""Layers whose vectors agree best with people's judgements, as the authors' program has them."""

_LONGEST = 512


class TokenEmbedder(Protocol):
    """Gives each token of a text a vector."""

    name: str

    def vectors(self, text: str) -> "NDArray[Any]":
        """Return a row of length 1 for each token, none for an empty text."""
        ...


@dataclass(frozen=True, slots=True)
class BertScores:
    """Precision, recall and F1, from 0 to 100."""

    precision: float
    recall: float
    f1: float


def bert_scores(text: str, gold: str, embedder: TokenEmbedder) -> BertScores:
    """Return how well the tokens of a text match those of an authors' text."""
    own, theirs = embedder.vectors(text), embedder.vectors(gold)
    if not len(own) or not len(theirs):
        return BertScores(0.0, 0.0, 0.0)
    alike = own @ theirs.T
    precision, recall = float(alike.max(axis=1).mean()), float(alike.max(axis=0).mean())
    total = precision + recall
    return BertScores(
        100 * precision, 100 * recall, 200 * precision * recall / total if total else 0.0
    )


class TransformersTokens:
    """Vectors of a model that is on this machine already; it never downloads one.

    Parameters
    ----------
    model
        The model's name, or the folder that it is in; behind a colon the layer to take, which only
        models in ``LAYERS`` need not say.

    Raises
    ------
    InputError
        If the libraries are not installed, or the model cannot be loaded.
    """

    def __init__(self, model: str = DEFAULT_MODEL) -> None:
        name, _, layer = model.rpartition(":") if model[-3:].count(":") else (model, "", "")
        if not layer.isdigit() and name not in LAYERS:
            raise InputError(
                f"BERTScore by {model}: which layer is to be taken is not known",
                advice="name it behind a colon: MODEL:LAYER",
            )
        self._layer = int(layer) if layer.isdigit() else LAYERS[name]
        self.name = f"{name}, layer {self._layer}"
        self._torch = import_library("torch", EXTRA, "BERTScore", "citeloom-lab")
        library = import_library("transformers", EXTRA, "BERTScore", "citeloom-lab")
        try:
            self._tokenizer = library.AutoTokenizer.from_pretrained(name, local_files_only=True)
            self._model = library.AutoModel.from_pretrained(name, local_files_only=True).eval()
        except (OSError, ValueError) as error:
            raise InputError(
                f"the model {name} cannot be loaded from this machine: "
                f"{' '.join(str(error).split())[:200]}",
                advice=f"Citeloom does not download models; get this one with 'hf download {name}'",
            ) from None
        if self._layer > self._model.config.num_hidden_layers:
            raise InputError(f"the model {name} has no layer {self._layer}")

    def vectors(self, text: str) -> "NDArray[Any]":
        """Return the vectors of the tokens; of a long text, of what the model reads at once."""
        # With a blank before it the first word has the token that it has inside a text.
        read = self._tokenizer(
            f" {text.strip()}",
            truncation=True,
            max_length=min(_LONGEST, self._tokenizer.model_max_length),
            return_special_tokens_mask=True,
            return_tensors="pt",
        )
        is_word = read.pop("special_tokens_mask")[0] == 0
        with self._torch.no_grad():
            hidden = self._model(**read, output_hidden_states=True).hidden_states[self._layer][0]
        rows = hidden[is_word]
        found: NDArray[Any] = (rows / rows.norm(dim=-1, keepdim=True)).numpy()
        return found
