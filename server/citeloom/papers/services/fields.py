"""The field that an entry speaks of, which decides who is worth asking about it."""

import re

from citeloom.papers.paper import Paper

# https://help.inspirehep.net/knowledge-base/tex-keys/: Maldacena:1997re, ATLAS:2012yve.
_INSPIRE_KEY = re.compile(r"[A-Za-z][\w'.+-]*:\d{4}[a-z]{2,3}")
_PHYSICS_ARCHIVE = re.compile(
    r"(?:astro-ph|gr-qc|hep-(?:ex|lat|ph|th)|nucl-(?:ex|th)|math-ph|quant-ph|physics|cond-mat)/"
)
_PHYSICS_DOI = re.compile(
    r"10\.(?:1103|1140|1143|1086|1134|21468|3847)/|10\.1088/|10\.1007/(?:jhep|bf0|s10714)"
    r"|10\.1016/(?:j\.(?:physletb|nuclphysb|physrep|nima|astropartphys|aop)|0370|0550|0168-9002)"
    r"|10\.1093/(?:mnras|ptep)|10\.1051/0004-6361|10\.1142/s0217|10\.1063/"
)
_PHYSICS_VENUE = re.compile(
    r"\bphys(?:\.|ics?\b|ical\b)|\bjhep\b|\bjcap\b|\bjinst\b|nucl(?:\.|ear)|astro(?:n|phys|part)"
    r"|cosmol|gravit|\bmnras\b|\bplb\b|\bprd\b|\bprl\b|\bcern\b|particle",
    re.IGNORECASE,
)
_LIFE_SCIENCE_VENUE = re.compile(
    r"biol|bioch|biom|biot|bioinf|biorxiv|medrxiv|medic|\bmed\b|\bcell\b|\bgen(?:e|es|et|om|ome)\w*"
    r"|lancet|\bnature\b|\bscience\b|plos|neuro|cancer|onco|clin|immun|chem|pharm|elife"
    r"|natl|national academy|pnas|\bbrain|plant|ecol|microb|physiol|toxic|surg|psych|health"
    r"|epidemi|virol|vaccin|\bjama\b|\bbmj\b|nucleic|protein|cardio|diabet|nutrit|zool|botan",
    re.IGNORECASE,
)


def inspire_key(paper: Paper) -> str:
    """Return the key that INSPIRE gave the paper's entry; empty where none of its keys is one."""
    return next((key for key in paper.keys if _INSPIRE_KEY.fullmatch(key)), "")


def is_physics(paper: Paper) -> bool:
    """Tell whether a paper's key, identifiers or venue are of physics or astronomy."""
    return bool(
        inspire_key(paper)
        or _PHYSICS_ARCHIVE.match(paper.arxiv_id)
        or _PHYSICS_DOI.match(paper.doi)
        or _PHYSICS_VENUE.search(paper.venue)
    )


def is_life_science(paper: Paper) -> bool:
    """Tell whether a paper has a PubMed id, or a venue of biology, medicine or chemistry."""
    return bool(paper.pmid or _LIFE_SCIENCE_VENUE.search(paper.venue))
