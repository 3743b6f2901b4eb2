"""Why a library of the user's own was not read."""


class LibraryError(Exception):
    """A library cannot be read now; the message says why, for users."""
