"""Runs the command line inside of the test's own process."""

from command_line import local_models_in_time, no_keyring, run, services_without_waiting

__all__ = ["local_models_in_time", "no_keyring", "run", "services_without_waiting"]
