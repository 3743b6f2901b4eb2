"""Any method on data sets of related-work texts: examples, runs, metrics, tables."""
