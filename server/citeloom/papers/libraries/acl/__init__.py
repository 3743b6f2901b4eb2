"""The ACL Anthology's own file of all its papers with abstracts, which the user downloads."""
