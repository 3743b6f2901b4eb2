"""Tell sentences that sell a book or a product from those that say what is in it."""

from citeloom.grounding.guarded import guarded

_ADVERTISING = guarded(
    "you|reader|exercises|bestsell|best-sell|best sell|best- sell|must-|long-awaited|brand|edition|"
    "acclaimed|wealth of|classic|landmark|fans |enchant|delight|highly illustrated|engaging|"
    "everything|has all|covers all|down-to-earth|world's|submissions|cookies|subscrib|ultimate|"
    "definitive|indispensable|essential",
    r"\byou(?:r|rs|rself|'\w+)?\b(?!-)|"
    r"\b(?:help|give|provid|guid|invit|lead|tak|show|bring|allow|equip|acquaint|introduc|offer|"
    r"teach)\w* (?:the |its |our |all |more |advanced )*readers?\b|"
    r"\b(?:motivation|interest|use|value|reference|instruction) (?:for|to) (?:the )?readers?\b|"
    r"\breaders? (?:is|are|will|who|with|may|can|should|through|on)\b|\breader's guide\b|"
    r"\bexercises and\b|\band exercises\b|\b(?:containing|includ\w+|numerous|many) exercises\b|"
    r"\bbest-? ?sell\w*|\b(?:definitive|ultimate|indispensable|essential) (?:\w+ )?"
    r"(?:guide|reference|introduction|resource)\b|\bmust-(?:have|read)\b|\blong-awaited\b|"
    r"\bbrand-? ?new\b|\b(?:first|second|third|fourth|fifth|sixth|new|latest|revised|expanded|"
    r"updated|\d(?:st|nd|rd|th)) edition\b|\bacclaimed\b|\bwealth of (?:\w+ )?(?:examples|"
    r"illustrations|exercises|problems)\b|\bclassic (?:text|textbook|book|reference|work)\b|"
    r"\blandmark (?:book|volume|text)\b|\bfans (?:of\b|will\b)|\b(?:will|to) (?:enchant|delight)\b|"
    r"\bhighly illustrated\b|\b(?:visually|intellectually) engaging\b|\bdown-to-earth\b|"
    r"\bworld's most\b|\b(?:book|text|textbook) (?:covers|has) (?:everything|all)\b|"
    r"\b(?:covers|has) everything\b|"
    r"\b(?:invites?|welcomes?|solicits?) (?:[\w-]+ ){0,2}?submissions\b|\buses? cookies\b|"
    r"\bsubscrib(?:e|ing) to\b",
)  # fmt: skip


def is_advertising(text: str) -> bool:
    """Return whether a sentence praises a book to its buyers, or asks for something.

    It speaks to "you" or of "the reader", calls a guide definitive, counts exercises, or calls for
    papers. What such a sentence says of a work is not what it does.
    """
    return _ADVERTISING.search(text) is not None
