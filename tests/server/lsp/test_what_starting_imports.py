"""The server starts at once: what reads projects is imported with the first question about one."""

import subprocess
import sys


def test_starting_the_server_imports_no_actions_and_no_models_of_settings() -> None:
    code = (
        "import sys, citeloom.lsp.server\n"
        "ours = {name.split('.')[1] for name in sys.modules if name.startswith('citeloom.')}\n"
        "print(sorted(ours), 'pydantic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['lsp', 'problem', 'stdio', 'visible'] False"
