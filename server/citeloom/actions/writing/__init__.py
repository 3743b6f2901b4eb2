"""Write related work, weave references in, keep texts waiting, insert them, strip our marks."""
