"""CKMA as a method."""

from citeloom.methods.ckma.parameters import CkmaParameters
from citeloom.methods.modelled.method import ModelMethod


class Ckma(ModelMethod[CkmaParameters]):
    """A minigraph of the references' concepts guides several summaries; one is chosen."""

    name = "ckma"
    summary = "Draws a small graph of concepts, writes along several paths through it, picks one."
    parameters = CkmaParameters
    writing = "citeloom.methods.ckma.writing"
