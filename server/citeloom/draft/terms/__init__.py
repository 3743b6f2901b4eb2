"""What entries and the sentences that cite them are about: their terms."""
