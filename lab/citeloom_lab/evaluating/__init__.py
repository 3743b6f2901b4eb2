"""Any method on data sets, measured and compared."""
