"""Written texts on disk, until they are discarded."""
