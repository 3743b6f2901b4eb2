"""Finds passages of a paper's text that give instructions to a language model.

It searches for common phrases in several languages and for marks of chat templates. The author is
warned, and the model does not get the passages. What is not found does no harm either: answers may
only name known ids, are cleaned, and stand beside their sources.
"""

import re

_NEGLECT = {
    "en": r"\b(?:ignore|disregard|forget|override)\b[^.!?]{0,40}\b(?:previous|prior|above|earlier"
    r"|all|any|other|your)\b[^.!?]{0,40}\b(?:instruction|prompt|direction|rule|command|message"
    r"|text)s?\b",
    "de": r"\b(?:ignorier|missacht|vergiss|vergess|übergeh)\w*\b[^.!?]{0,40}\b(?:anweisung|befehl"
    r"|vorgabe|instruktion|regel)\w*\b",
    "fr": r"\b(?:ignor|oubli|néglig)\w*\b[^.!?]{0,20}\b(?:les|des|ces|vos|toute?s?)\b[^.!?]{0,30}"
    r"\b(?:instructions?|consignes?|ordres?)\b",
    "es": r"\b(?:ignor|olvid|descart)\w*\b[^.!?]{0,40}\b(?:instrucciones|indicaciones|órdenes)\b",
    "pt": r"\b(?:ignor|esque[cç])\w*\b[^.!?]{0,40}\b(?:instruções|ordens)\b",
    "it": r"\b(?:ignor|dimentic)\w*\b[^.!?]{0,40}\b(?:istruzioni|ordini)\b",
    "nl": r"\b(?:negeer|vergeet)\b[^.!?]{0,40}\b(?:instructies|opdrachten|aanwijzingen)\b",
    "pl": r"\b(?:zignoruj|ignoruj|zapomnij)\w*\b[^.!?]{0,40}\b(?:instrukcj|polece)\w*",
    "ru": r"\b(?:игнорируй|проигнорируй|забудь)\w*\b[^.!?]{0,40}\b(?:инструкци|указани|команд)\w*",
    "zh": r"(?:忽略|无视|無視|忘记|忘記|不要理会)[^。！？]{0,12}"
    r"(?:指令|指示|提示|命令|要求|说明|說明)",
    "ja": r"(?:指示|命令|プロンプト)[^。！？]{0,6}(?:無視|忘れ)",
    "ko": r"(?:지시|명령|프롬프트)[^.!?]{0,8}(?:무시|잊)",
}
"""Phrases that tell a model to ignore its earlier instructions, by language."""

_ADDRESSED = (
    r"\b(?:you are|act as|pretend to be) (?:now )?(?:an? )?(?:ai|assistant|language model|chatbot"
    r"|reviewer)\b",
    r"\b(?:as an?|dear) (?:ai|language model|llm|assistant)\b",
    r"\b(?:system|developer) (?:prompt|message)\b",
    r"\b(?:do not|don\W?t|never) (?:mention|cite|include)\b[^.!?]{0,40}\b(?:other|paper|work)s?\b",
    r"\b(?:output|print|write|reply|respond with|say) (?:only|exactly|the following)\b",
    r"\bgive (?:a|an) (?:positive|good|high|favou?rable) (?:review|rating|score)\b",
)

_MARKS = (
    r"\\(?:input|include|write18|immediate|openout|catcode)\b",
    r"<\|[a-z_]{2,30}\|>|<</?SYS>>|\[/?INST\]|</?(?:system|assistant|instructions?)>",
    r"(?m:^ *#{2,} *(?:system|instructions?|assistant)\b)",
)
"""LaTeX that reads or writes files; marks of the speaker in chat templates and prompts."""

_INSTRUCTIONS = re.compile("|".join((*_NEGLECT.values(), *_ADDRESSED, *_MARKS)), re.IGNORECASE)


def instructions_in(text: str) -> tuple[str, ...]:
    """Return the passages of a paper's text that read like instructions to a model."""
    return tuple(" ".join(found[0].split()) for found in _INSTRUCTIONS.finditer(text))
