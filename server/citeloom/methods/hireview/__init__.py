"""HiReview: a taxonomy of the references, then a text for each of its topics."""
