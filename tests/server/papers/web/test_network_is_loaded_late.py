"""What the network needs is not imported when the server or a command starts."""

import subprocess
import sys


def test_starting_imports_nothing_of_the_network() -> None:
    code = (
        "import sys, citeloom.lsp.server, citeloom.cli.main, citeloom.settings\n"
        "citeloom.cli.main.app_for(())\n"
        "heavy = {'httpx', 'truststore', 'citeloom.papers.web.web'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
