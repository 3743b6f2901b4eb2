"""What is estimated of a run by each method, beside what the run then takes at a loopback endpoint.

The endpoint answers at once, and every question the first time; calls that a busy machine loses and
that are made again are left out. Tokens are counted as estimates
count them; of a made-up answer it is said what a question says of its length.
"""

import asyncio
import sys

from bench.shared.data import TESTS, papers
from citeloom.methods.port import FullTexts, NoFullTexts, Ports
from citeloom.methods.registry import method_named
from citeloom.methods.simulated_cost import simulated_cost
from citeloom.methods.task import WritingTask
from citeloom.models.connection.pace import Pace
from citeloom.models.endpoint import Endpoint
from citeloom.models.memo import Memo
from citeloom.models.model import Model
from citeloom.models.quoting import Fence
from citeloom.models.tokens import text_tokens
from citeloom.models.usage import Ledger

METHODS = ("ckma", "chatcite", "select-read-write", "hireview", "citegeist")
SIZES = (5, 20, 60)
TITLES = ("method, references", "calls: estimated, made", "tokens sent: estimated, sent")


def main() -> None:
    """Print the table; Select-Read-Write has the full texts of its tests."""
    sys.path[:0] = [str(TESTS)]
    from reading_samples import sample

    print(f"| {' | '.join(TITLES)} |\n|{' --- |' * len(TITLES)}")
    for name in METHODS:
        for size in SIZES:
            task, texts = sample(size, 4, {0: (1, 2), 3: (0,)})
            if name != "select-read-write":
                task, texts = WritingTask(task.draft, papers(size)), NoFullTexts()
            print(row(name, task, texts), flush=True)


def row(name: str, task: WritingTask, texts: FullTexts) -> str:
    """Estimate a run, make it, and return both as a row."""
    from endpoint_server import running

    method, ledger = method_named(name), Ledger()
    cost = simulated_cost(method, task, method.parameters(), texts)

    async def write(address: str) -> None:
        endpoint = Endpoint(address, "stand-in", "", Pace(16), ledger, 60.0)
        model = Model(endpoint, Memo(None), ledger)
        ports = Ports(model=model, fence=Fence(b"secret"), texts=texts)
        await method.write(task, method.parameters(), ports)
        await model.close()

    with running() as server:
        asyncio.run(write(server.address))
    said = (message["content"] for body in server.asked for message in body["messages"])
    made = ledger.total.calls - ledger.total.repeated
    calls = f"{cost.calls}, {made}"
    tokens = f"{cost.input_tokens:,}, {sum(map(text_tokens, said)):,}"
    return f"| {name}, {len(task.references)} | {calls} | {tokens} |"
