"""CKMA: knowledge minigraph agents (papers, "Collaborative knowledge minigraph agents")."""
