"""The ground floor: private files, writing in one step, databases."""
