"""Messages of ours that the protocol does not have, for clients that take them.

A client names those that it takes as ``takes`` in its ``initializationOptions``.
"""

REFRESH = "citeloom/refresh"
"""A notification: what our commands answer may have changed without an edit."""

WRITTEN = "citeloom/written"
"""A notification, in place of a message to the user: a text waits to be inserted."""

PROPOSED = "citeloom/proposed"
"""A notification, in place of a message and an edit: how sentences would read, for their author."""

MAY_BE_SENT = "citeloom/mayBeSent"
"""A request, in place of a message with buttons: may a draft be sent to a language model."""

MAY_BE_WRITTEN = "citeloom/mayBeWritten"
"""A request, in place of a message with buttons: may a file get this text; it is shown first."""

ASK_MODEL = "citeloom/askModel"
"""A request: the answer of one of the language models that the editor offers."""

MODEL_PIECE = "citeloom/modelPiece"
"""A notification of the client's: a piece of such an answer; the first one may be empty."""

PROBLEM = "citeloom/problem"
"""A request, in place of a message: what went wrong, which the client shows with its buttons."""

QUESTION = "citeloom/question"
"""A request, in place of a message with buttons: a question that waits until it is answered."""

FETCH_LINK = "citeloom/fetchLink"
"""No message: the client runs the command ``citeloom.fetch`` from a link of a hover."""

SHOW_CHANGES = "citeloom/showChanges"
"""A notification: a text is to be shown against the draft, for its author to decide."""

CHOOSE_KEYS = "citeloom/chooseKeys"
"""No message: the client lets its user choose of keys, or of texts."""

MODEL_KEY = "citeloom/modelKey"
"""A notification of the client's: the language model's key, as ``modelKey``."""
