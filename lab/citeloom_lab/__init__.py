"""The laboratory of Citeloom: methods measured over data sets, and parts of them trained."""

__version__ = "0.1.0"
