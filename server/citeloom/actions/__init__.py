"""What a user can ask for: functions from values to values, where all parts meet."""
