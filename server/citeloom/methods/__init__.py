"""Ways to write related work: one folder per method; `registry` lists them."""
