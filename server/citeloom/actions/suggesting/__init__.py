"""References that a draft does not cite and might."""
