"""The model of roles: a logistic regression over the words, place and neighbours of a sentence."""

from collections.abc import Collection, Iterable, Sequence
from math import exp

from citeloom.grounding.roles.features import sentence_features
from citeloom.grounding.roles.headings import allowed_roles, headed_sentence
from citeloom.grounding.roles.role import Role
from citeloom.grounding.roles.weights import SCALE, RoleWeights, shipped_weights

_ROLES = tuple(Role)
_NOTHING = (0,) * len(_ROLES)


def roles(sentences: Sequence[str]) -> list[Role]:
    """Return the role of each sentence of one abstract, given in order.

    The headings of a structured abstract decide; else the model does. Its weights were learnt from
    the training part of CSAbstruct (Cohan et al., "Pretrained Language Models for Sequential
    Sentence Classification", 2019), whose labels these roles follow.
    """
    return [most_likely(found) for found in role_probabilities(sentences)]


def role_probabilities(sentences: Sequence[str]) -> list[dict[Role, float]]:
    """Return for each sentence of one abstract how likely it has each role."""
    weights = shipped_weights()
    headed = [headed_sentence(sentence) for sentence in sentences]
    features = sentence_features([found.text for found in headed])
    return [
        _probabilities(role_scores(found, weights), allowed)
        for found, allowed in zip(features, allowed_roles(headed), strict=True)
    ]


def role_scores(features: Iterable[str], weights: RoleWeights) -> tuple[int, ...]:
    """Return how much speaks for each role, in the order of `Role`; whole numbers."""
    held = (weights[feature] for feature in features if feature in weights)
    return tuple(map(sum, zip(_NOTHING, *held, strict=True)))


def most_likely(likely: dict[Role, float]) -> Role:
    """Return the most likely role, the first of several."""
    return max(_ROLES, key=lambda role: likely[role])


def _probabilities(scores: Sequence[int], allowed: Collection[Role]) -> dict[Role, float]:
    most = max(score for role, score in zip(_ROLES, scores, strict=True) if role in allowed)
    raised = {
        role: exp((score - most) / SCALE) if role in allowed else 0.0
        for role, score in zip(_ROLES, scores, strict=True)
    }
    total = sum(raised.values())
    return {role: value / total for role, value in raised.items()}
