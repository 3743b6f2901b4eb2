"""A report as a page for a browser, and as LaTeX for an appendix."""

from collections.abc import Iterable, Iterator
from html import escape

from citeloom.actions.checking.report import Report, ReportedText, reference_lines
from citeloom.papers.paper import Paper
from citeloom.papers.source_names import source_name
from citeloom.placing.record import RecordedSentence
from citeloom_latex.escape import to_latex as latex
from citeloom_latex.plain import plain
from citeloom_latex.tex.scan import scan_tex

_STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:50em;margin:2em auto;padding:0 1em}"
    "blockquote{margin:.3em 0 1em 1em;color:#555}"
    "@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}blockquote{color:#aaa}}"
)
NONE = "none"


def html_page(report: Report) -> str:
    """Return a page that needs no other file and runs no program."""
    title = escape(f"{report.title}: references and sources")
    head = f"<meta charset=utf-8><title>{title}</title><style>{_STYLE}</style>"
    body = "\n".join(_html(report, title))
    return f"<!doctype html>\n<html lang=en><head>{head}</head>\n<body>\n{body}\n</body></html>\n"


def _html(report: Report, title: str) -> Iterator[str]:
    yield f"<h1>{title}</h1>"
    yield f"<h2>References</h2><p>{escape(report.counts)}.</p>"
    for key, reference in report.references:
        said = [f"<b>{escape(key)}</b>: {escape(reference.verdict.value)}"]
        said += [f"by {escape(source_name(by))}" for by in _sources(reference.records)]
        yield f"<p>{', '.join(said)}</p>"
        yield from _html_list(reference_lines(reference))
    yield "<h2>Problems</h2>"
    yield from _html_list([problem.message for problem in report.problems] or [NONE])
    yield "<h2>Written text</h2>"
    for text in report.texts:
        yield f"<h3>{escape(text.place)}</h3><p>{escape(text.how)}</p>"
        for sentence, state in _sentences(text):
            yield f"<p>{escape(_readable(sentence.latex))}{escape(state)}</p>"
            for evidence in sentence.evidence:
                where = f"<b>{escape(evidence.where)}</b>"
                yield f"<blockquote>{where}: {escape(evidence.sentence)}</blockquote>"
    yield from _html_list(report.unread)
    yield f"<h2>Statement</h2><p>{escape(report.statement)}</p>"


def _html_list(lines: Iterable[str]) -> Iterator[str]:
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    if items:
        yield f"<ul>{items}</ul>"


def latex_page(report: Report) -> str:
    """Return sections for an appendix; it needs no package, and cites by the draft's keys."""
    return "\n".join(_latex(report)) + "\n"


def _latex(report: Report) -> Iterator[str]:
    yield f"\\section*{{References and sources}}\n{latex(report.statement)}\n"
    yield f"\\subsection*{{References}}\n{latex(report.counts)}.\n"
    lines = [
        f"\\texttt{{{latex(key)}}}: {latex('; '.join((it.verdict.value, *reference_lines(it))))}"
        for key, it in report.references
    ]
    yield from _latex_list(lines)
    yield "\\subsection*{Problems}"
    yield from _latex_list([latex(it.message) for it in report.problems] or [NONE])
    yield "\\subsection*{Written text}"
    for text in report.texts:
        yield f"{latex(text.place)}: {latex(text.how)}.\n"
        yield from _latex_list(
            "".join((f"{sentence.latex}{latex(state)}", *map(_quoted, _evidence(sentence))))
            for sentence, state in _sentences(text)
        )
    yield from _latex_list(map(latex, report.unread))


def _readable(text: str) -> str:
    """Return LaTeX as plain text, with the keys of its citations in brackets."""
    for citation in reversed(scan_tex(text).citations):
        keys = ", ".join(key.key for key in citation.keys)
        text = f"{text[: citation.span.start]}[{keys}]{text[citation.span.end :]}"
    return plain(text)


def _latex_list(lines: Iterable[str]) -> Iterator[str]:
    items = [f"\\item {line}" for line in lines]
    if items:
        yield "\n".join(["\\begin{itemize}", *items, "\\end{itemize}\n"])


def _quoted(source: str) -> str:
    return f"\\\\ {{\\small {latex(source)}}}"


def _evidence(sentence: RecordedSentence) -> list[str]:
    return [f"{evidence.where}: {evidence.sentence}" for evidence in sentence.evidence]


def _sentences(text: ReportedText) -> Iterator[tuple[RecordedSentence, str]]:
    yield from ((sentence, "") for sentence in text.standing)
    yield from ((sentence, " (changed or removed since)") for sentence in text.changed)


def _sources(records: Iterable[Paper]) -> list[str]:
    return list(dict.fromkeys(next(iter(it.sources.values()), "") for it in records))
