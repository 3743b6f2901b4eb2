"""Related work: written, woven in, waiting, inserted, taken away."""
