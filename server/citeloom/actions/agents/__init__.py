"""What an agent may be given of a project: material to write from, and checks of what it wrote."""
