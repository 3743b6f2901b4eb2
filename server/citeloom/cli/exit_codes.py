"""What the program's exit codes say; 0 is done."""

PROBLEMS_FOUND = 1
WRONG_INPUT = 2
SERVICE_FAILED = 3
OUR_FAULT = 70
INTERRUPTED = 130
