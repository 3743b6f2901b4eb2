"""A small project with five references, and the user's settings for a model that writes of it."""

from endpoint_server import Running
from writing_client import configure_model


def entries() -> str:
    return "\n".join(
        f"@article{{key{n}, title={{Parsing of kind {n}}}, author={{Smith{n}, Ann}}, year=2020,\n"
        f" doi={{10.1000/{n}}}, abstract={{We parse texts of kind {n} in linear time. It reads any "
        f"malformed text of kind {n} without an error.}}}}"
        for n in range(5)
    )


PROJECT = f"""
%! main.tex
\\documentclass{{article}}
\\title{{A tool}}
\\begin{{document}}
\\begin{{abstract}}We present an editor that reads drafts while they are typed.\\end{{abstract}}
\\section{{Introduction}}
SECRETBODY stays here~\\cite{{key0,key1,key2,key3,key4}}.
\\section{{Related Work}}
\\bibliography{{refs}}
\\end{{document}}
%! refs.bib
{entries()}
"""


def configure(server: Running, **more: object) -> None:
    configure_model(**{"address": server.address, **more})
