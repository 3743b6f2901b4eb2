"""Claims in an editor: only by the setting, as diagnostics, on hover, and with quick fixes."""

from pathlib import Path
from typing import Any

import pytest

from lsp_client import FULL, LspClient
from projects import make_project

PROJECT = r"""
%! main.tex
\documentclass{article}
\begin{document}
\section{Introduction}
Flight calls of thrushes and warblers are found in long nocturnal recordings~\cite{ada}.

Nocturnal migration is recorded~\cite{per}.
\bibliography{refs}
\end{document}
%! refs.bib
@misc{ada, title = {Chess}, abstract = {A recurrent network parses handwritten chess notation.}}
@misc{per, title = {Birds}, abstract = {A detector of flight calls finds thrushes and warblers in
long recordings of nocturnal migration on an island in the sea.}}
"""
AT = {"line": 3, "character": 20}


def _asked(client: LspClient, method: str, document: dict[str, Any], **more: Any) -> Any:
    return client.request(method, {"textDocument": document, **more})["result"]


@pytest.mark.parametrize("claims", [True, False])
def test_the_setting_decides(tmp_path: Path, claims: bool) -> None:
    main = make_project(tmp_path, PROJECT)
    with LspClient() as client:
        client.initialize(tmp_path, FULL, initializationOptions={"claims": claims})
        document = client.open(main)
        hover = _asked(client, "textDocument/hover", document, position=AT)
        actions = _asked(
            client,
            "textDocument/codeAction",
            document,
            range={"start": AT, "end": AT},
            context={"diagnostics": []},
        )
        titles = {action["title"] for action in actions}

        assert (hover is not None) is claims
        assert ({"Cite 'per' instead", "Remove this citation"} <= titles) is claims
        if claims:
            assert "Not supported" in str(hover["contents"])
            assert "another of your references says more of this" in str(hover["contents"])
