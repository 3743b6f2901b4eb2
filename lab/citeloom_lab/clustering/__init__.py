"""The clustering of HiReview's paper, to compare the program's own with."""
