"""ChatCite: key elements, comparative increments, votes ("ChatCite", COLING 2025)."""
