"""Commands that name the sections of a draft, or add one."""
