"""CKMA: knowledge minigraph agents (papers, "Collaborative knowledge minigraph agents")."""

from citeloom.methods.ckma.method import Ckma

METHODS = (Ckma(),)
