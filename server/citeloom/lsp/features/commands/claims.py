"""Commands about what sentences say of the papers that they cite."""

from citeloom.actions.papers.links import pdf_of
from citeloom.lsp.components import Components
from citeloom.lsp.features.requests.arguments import ClaimsArguments, KeyArguments
from citeloom.lsp.features.requests.document import snapshot_for
from citeloom.lsp.snapshot import Snapshot
from citeloom.lsp.uris import url_of
from citeloom.problem import InputError, Place


def check_claims(parts: Components, arguments: ClaimsArguments) -> object:
    """Check now, whatever the setting; the answer is what ``check --claims --json`` has of it.

    The problems stand in the text until their sentences change. ``thorough``: all that the papers'
    texts do not say, until it is asked without.
    """
    snapshot = snapshot_for(parts.session, arguments)
    parts.session.checks.ask_claims(snapshot.project.root, thorough=arguments.thorough)
    return _check(parts, snapshot)


async def _check(parts: Components, snapshot: Snapshot) -> object:
    from citeloom.actions.checking.claims.claims_json import claims_as_json, summary_lines

    checked = await snapshot.checks.result(snapshot.opened, snapshot.context, snapshot.papers)
    claims = checked.claims
    parts.diagnosing.all_changed()
    parts.editor.refresh()
    if claims is None:
        return None
    (counts,) = summary_lines(claims)
    parts.editor.say(counts if claims.sentences else "No sentence of the draft cites a paper.")
    return claims_as_json(claims)


def show_source(parts: Components, arguments: KeyArguments) -> object:
    """Show the source of the sentence at ``position``, of the paper ``key`` or the best one.

    A full text's is shown in the paper's PDF at its page, by the system's viewer or the browser;
    an abstract's or a title's in the .bib, or in the PDF where the .bib does not have it.
    """
    snapshot = snapshot_for(parts.session, arguments)
    if (at := arguments.offset(snapshot)) is None:
        raise InputError("no position was given", advice="give the position of a sentence")
    return _show(parts, snapshot, at, arguments.key)


async def _show(parts: Components, snapshot: Snapshot, at: int, key: str) -> object:
    from citeloom.actions.checking.claims.claim_problems import where
    from citeloom.actions.checking.claims.source_places import place_in_bib, sources_at
    from citeloom.lsp.features.claims import checked_sentence

    found = await checked_sentence(snapshot, at)
    sources = sources_at(*found) if found else []
    chosen = next((it for it in sources if key in ("", it.key)), None)
    entry = snapshot.project.entry(chosen.key) if chosen else None
    if chosen is None or entry is None:
        raise InputError("this sentence has no source")
    place = place_in_bib(chosen.sentence, entry, snapshot.project)
    said = f"{chosen.key}, {where(chosen.sentence)}: {chosen.sentence.text}"
    if place is not None:
        return await _answer(parts, said, snapshot.uri(place.file), snapshot, place)
    known = await snapshot.knowledge(entry)
    link = pdf_of(known.paper, known.outcome, entry, snapshot.project)
    page = chosen.sentence.page or 1
    address = f"{url_of(link.target)}#page={page}" if link else ""
    return await _answer(parts, said, address)


async def _answer(
    parts: Components,
    said: str,
    address: str,
    snapshot: Snapshot | None = None,
    place: Place | None = None,
) -> object:
    selected = snapshot.range_of(place) if snapshot and place else None
    is_external = selected is None
    opened = bool(address) and await parts.editor.show(
        address, external=is_external, selection=selected
    )
    if is_external or not opened:
        # A viewer may not know pages, and marks no sentence.
        parts.editor.say(said if opened or not address else f"{said} ({address})")
    return {"url": address, "opened": opened, "source": said}
