"""Tell lines of a publisher's page, and disclaimers, from what an abstract says."""

from citeloom.grounding.guarded import guarded

_LINES = guarded(
    "related content|downloaded|graphical abstract|received|accepted|revised|"
    "final publication|expressed|opinions are|conflict|declar|supplementary|reprinted|jel|pacs|"
    "msc|subject classification|correspondence|click here|is protected|registration|property of|"
    "open access|open-access|creative commons|all rights|abbreviations",
    r"^related content\b|\bthis content was downloaded\b|\bdownloaded from (?:http|www|ip |the )|"
    r"^graphical abstract\b|"
    r"^(?:article history:? )?(?:received|accepted|revised)\b[: ]*(?:(?:on|in|for publication)\b )*"
    r"(?:\d{1,2}(?:st|nd|rd|th)?[ ./-]+)?(?:\d{1,2}[./-]\d|"
    r"january|february|march|april|may|june|july|august|september|october|november|december)\b|"
    r"^(?:received|accepted|revised) \d{4}-\d\d|"
    r"\bprior to final publication\b|"
    r"\b(?:views?|opinions?|findings|statements?)(?:,? (?:and|or)?,? ?\w+){0,4} expressed\b"
    r"[^.;]{0,60}?\b(?:are|is|do|does|solely|responsibility)\b[^.;]{0,40}?(?:\bthose of\b|\bown\b|"
    r"\bauthors?\b|\breflect\b|\brepresent\b)|\bopinions are (?:those|ours|mine)\b|"
    r"^(?:conflicts?|declarations?) of (?:\w+ )?interests?\b"
    r"(?:\W*$|[ ]?[:.]|[ ](?:none|the authors|statement)\b)|"
    r"\b(?:authors|we) declare (?:that |no )|"
    r"^supplementary (?:information|material|data|content)s?\b"
    r"(?:\W*$|[ ]?:|[^.;]{0,60}?\b(?:available|found|online|accompan)\w*\b)|"
    r"\breprinted (?:with|by) permission\b|"
    r"^jel\b|^pacs\b|^msc\b|\bsubject classification\b|"
    r"^(?:\*|†)?\s*correspondence(?:[ ]?:|[ ](?:to|address|should|concerning|may)\b)|"
    r"\bclick here\b|^this (?:article|paper) is protected\b|"
    r"^(?:clinical )?trial registration\b|\bis the property of\b|"
    r"\b(?:is an )?open[- ]access (?:article|paper)\b"
    r"[^.;]{0,120}?\b(?:under|distributed|licen[sc]e)\b|"
    r"\bunder (?:the |a )?(?:terms of (?:the |a )?)?creative commons\b|"
    r"\bcreative commons attribution\b|"
    r"^all rights reserved\b|^abbreviations(?: used)?[ ]?:",
)


def is_publishers_line(text: str) -> bool:
    """Return whether a sentence belongs to the page or its printing: dates, rights, disclaimers."""
    return _LINES.search(text) is not None
