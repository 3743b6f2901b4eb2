"""What the papers compare with: one question to a model, with all abstracts in it."""

from citeloom.methods.baselines.method import ChainOfThought, FewShot, ZeroShot

METHODS = (ZeroShot(), ChainOfThought(), FewShot())
