"""Marks of prompts, of programs that talk to models, and of text that people shall not see."""

_KEYS = (
    r"(?:role|system|instructions?|directives?|prompt|task|action|tool|command|content|messages|paragraphs"
    r"|sentences|tone|sentiment|rank|priority|competitors?|applies_to|override|persona|guidelines?|rules?"
    r"|policy|mode|mention|cite|skip|omit|order|answer|response|output|stance|verdict|must_\w+|include_\w+"
    r"|exclude_\w*|required_\w+|preferred_\w+|[\w]+_instructions?|[\w-]+-priority)"
)
_TAGS = (
    r"(?:system|assistant|instructions?|user|human|tool_call|quoted-\w{0,20}|task|important|directives?|prompt"
    r"|messages?|function_\w+|tool_\w+|results?|command|rules?|hidden|secret|thinking|untrusted\w*|override"
    r"|policy|admin|operator|developer|ai|llm|agent|note|answer|response|output|reminder|context|config)"
)
_SPEAKER = r"(?:User|Human|USER|HUMAN|Question|Q|Operator|Me|Student|Reader)"
_ANSWERER = r"(?:Assistant|AI|Bot|ASSISTANT|Model|Chatbot|Agent|Answer|A|Thought|Action|LLM|GPT)"

BORDERS = (
    r"<\|[a-z_]{2,30}\|>|<</?SYS>>|\[/?(?:INST|SYS)\]|<(?:start|end)_of_turn>|\bim_(?:start|end)\b",
    r"(?:-{3,}|={3,}|\*{3,}|#{3,}|_{3,}|<{3,}|>{3,}) ?(?:end|begin|start|stop|abstract|new|system"
    r"|document|input|paper|text|instructions?|user)\b[^\n]{0,40}?(?:-{3,}|={3,}|\*{3,}|#{3,}|_{3,}|<{3,}|>{3,})",
)  # fmt: skip
"""Marks that pretend that the paper's text ends: what stands behind them is another's words."""

MARKS = (
    *BORDERS,
    r"\\(?:input|include|write18|immediate|openout|catcode|csname|newread)\b",
    rf"</?{_TAGS}(?:\s+[\w-]+\s*=[^<>]{{0,60}})?/?>",
    r"(?m:^ *#{1,6} *(?:system|instructions?|assistant|user|human|response"
    r"|task|prompt|new task|note)\b)",
    r"(?m:^ *(?:system|assistant|human|user|developer) *: )",
    r"[\[({](?:system|assistant|admin|developer|operator)(?: (?:note|message"
    r"|override|prompt|only))?[\])}:]"
    r"|[\[({](?:ai|llm)(?: (?:note|message|prompt|only))?:",
    r"\bto=functions\.\w|\brole: (?:system|developer|assistant)\b"
    r"|\bsystem[_-]prompt\b ?[=:]|--system\b",
    rf"[{{,]\s*['\"]{_KEYS}['\"]\s*:",
    rf"(?:\b{_KEYS}\s?[:=]\s?[\"'\w][\w\" '.-]{{0,40}}[;,\n]\s*){{2}}"
    rf"|^\W*{_KEYS}\s?:\s?\w[\w -]{{0,40}};",
    r"(?m:^ *\[(?:generation|system|instructions?|prompts?|output|assistant|config"
    r"|rules?|agent)\] *$)",
    rf"(?-i:\b{_SPEAKER} ?: [^\n]{{3,200}}?\s{_ANSWERER} ?: )",
    r"(?-i:\b(?:Observation|Thought|Action|Final Answer) ?: [^\n]{3,200}?"
    r"\b(?:Observation|Thought|Action|Final Answer) ?:)",
    r"\\(?:text)?color\s*\{white\}|\\fontsize\{0|\\phantom\{[^}]{20}"
    r"|\\(?:vphantom|hphantom)\{[^}]{20}",
    r"\b(?:display|visibility) ?: ?(?:none|hidden)|\bfont-size ?: ?0|\bopacity ?: ?0(?![.\d])"
    r"|\bcolor ?: ?(?:white|#fff)",
    r"<!--\s*\w+[^<>]{8}|/\*\s*\w+[^*]{8,400}\*/|(?m:^%+ *[A-Za-z]\w+[: ]\W*\w+)|\bTODO\b ?[(:]",
    r"!\[[^\]\n]{0,80}\]\(\s*https?:",
    r"(?-i:\bERROR ?(?:\d{3}|:))"
    r"|\b(?:search|tool|function|api)_(?:results?|output|response|call)s?\b ?:",
)  # fmt: skip
"""None of these stands in the plain text of a title or an abstract."""
