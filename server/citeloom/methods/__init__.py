"""The methods that write related work, one folder each; `registry` lists them."""
