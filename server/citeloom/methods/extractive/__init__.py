"""Related work from the cited abstracts themselves, with no language model."""

from citeloom.methods.extractive.baselines import LexRank, TextRank
from citeloom.methods.extractive.method import Extractive

METHODS = (Extractive(), LexRank(), TextRank())
