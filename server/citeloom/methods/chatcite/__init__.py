"""ChatCite: key elements, comparative increments, votes ("ChatCite", COLING 2025)."""

from citeloom.methods.chatcite.method import ChatCite

METHODS = (ChatCite(),)
