"""Language models of the editor's own, and the choice of a model."""
