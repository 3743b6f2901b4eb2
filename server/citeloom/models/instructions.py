"""Finds passages of a paper's text that give instructions to a language model.

It searches for common phrases in several languages and for marks of chat templates, in a text as
it stands and without its disguises. The author is warned, and the model does not get the passages.
What is not found does no harm either: answers may only name known ids, are cleaned, and stand
beside their sources.
"""

import re

from citeloom.models.orders.ciphers import deciphered
from citeloom.models.orders.marks import BORDERS, MARKS
from citeloom.models.orders.scores import worded_as_order
from citeloom.models.seen_through import (
    decoded_words,
    letters_alone,
    other_spellings,
    undisguised,
    with_words_joined,
)

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
    "ar": r"(?:تجاهل|انس|تجاهلوا)[^.!؟]{0,30}(?:تعليمات|أوامر|توجيهات)",
    "tr": r"\b(?:yoksay|görmezden gel|unut)\w*\b[^.!?]{0,30}\btalimat\w*",
    "ko": r"(?:지시|명령|프롬프트)[^.!?]{0,8}(?:무시|잊)",
}
"""Phrases that tell a model to ignore its earlier instructions, by language."""

_MODEL = (
    r"(?:ai|a\.i\.|artificial intelligence|llms?|(?:large )?language models?|assistants?|chatbots?"
    r"|bots?|chatgpt|gpt|claude|gemini|automated (?:systems?|readers?|reviewers?)|summari[sz]ers?)"
)
_WORK = (
    r"(?:papers?|works?|abstracts?|articles?|manuscripts?|submissions?|texts?|documents?"
    r"|references?)"
)

_ADDRESSED = (
    r"\b(?:ignore|disregard|forget|override|bypass|discard|set aside|pay no (?:attention|heed) to"
    r"|(?:do not|don\W?t|stop) (?:follow|obey|heed)(?:ing)?)\b[^.!?]{0,30}\b(?:previous|prior|above"
    r"|earlier|preceding|foregoing|original|initial|given|existing)\b[^.!?]{0,30}\b(?:instruction"
    r"|prompt|direction|directive|rule|command|guideline|constraint|order|task)s?\b",
    r"\b(?:you are|act as|pretend to be|behave as) (?:now )?(?:an? |the )?(?:helpful "
    r"|unrestricted )?"
    rf"(?:{_MODEL}|reviewer)\b",
    r"\b(?:you are (?:now|no longer)|from now on,? (?:you|write|answer|say|act)|your (?:new|real"
    r"|true"
    r"|actual|only) (?:task|goal|job|role|instructions?|orders?) (?:is|are)\b)",
    rf"\b(?:as an?|dear|hey|hello|attention,?|attn:?) {_MODEL}\b\s*(?:[:!;—–]|,(?= (?:you|please"
    rf"|i |cite|say|add|ignore|write|do|your)))",
    rf"\b(?:note|message|notice|instructions?|memo|hint|reminder|attention|request|orders) (?:to"
    rf"|for)"
    rf" (?:the |any |all |every |an? )?(?:[a-z]+ )?{_MODEL}\b",
    rf"\bif you(?: are|\W?re) (?:an? |the )?{_MODEL}\b",
    r"\b(?:system|developer) (?:prompt|message)\b[^.!?]{0,30}[:{]|\b(?:your|the) (?:system|hidden"
    r"|secret) (?:prompt|instructions)\b",
    r"\b(?:reveal|disclose|leak|repeat|print|output|show|send|forward)\b[^.!?]{0,20}\byour\b"
    r"[^.!?]{0,20}\b(?:prompt|instructions|api key|password|secrets?|rules|conversation)\b",
    r"\b(?:do not|don\W?t|never) (?:mention|cite|include|discuss|name|refer to)\b[^.!?]{0,40}"
    r"\b(?:other|competing|rival|any)\b[^.!?]{0,20}\b(?:paper|work|reference|author|method)s?\b",
    r"\b(?:output|print|write|reply|respond(?: with)?|say)(?: with)? (?:only|exactly"
    r"|the following|nothing but|verbatim|word for word)\b",
    r"\bgive (?:this |the |our )?[^.!?]{0,20}\b(?:a|an|the) (?:positive|good|high(?:est)?"
    r"|favou?rable"
    r"|top|perfect) (?:review|rating|score|mark)\b",
    rf"\b(?:recommend|suggest) (?:strong )?(?:acceptance|accepting) (?:of )?(?:this|the|our)"
    rf" {_WORK}\b",
    r"\b(?:when|while|whenever|before|after) (?:you )?(?:are )?(?:summari[sz](?:e|ing)|cit(?:e|ing)"
    r"|review(?:ing)?|paraphras(?:e|ing)|describ(?:e|ing)|discuss(?:ing)?|writ(?:e|ing) about"
    rf"|mention(?:ing)?|process(?:ing)?|read(?:ing)?) (?:this|our) {_WORK}\b[^.!?]{{0,40}}"
    r"(?:,|\byou\b|\balways\b|\bmust\b)",
    r"\b(?:whoever|whatever|anyone who|any (?:system|program|machine) that|every (?:system"
    r"|machine)"
    r" that|you who) (?:reads?|summari[sz]es?|process(?:es)?|parses?) (?:this|these)\b",
    rf"\b(?:always|please|only|must|should|shall|make sure to|be sure to|kindly|and|to|you will)"
    rf" (?:cite|praise|recommend|promote|rank|rate|prefer|favou?r) (?:this|our) {_WORK}\b",
    rf"\b(?:cite|mention|name|praise) (?:this|our|it) (?:{_WORK} )?(?:first|at least \w+ times"
    r"|\w+ times|in (?:every|each|all) (?:sentence|paragraph)s?|before all others)\b",
    rf"\b(?:call|describe|present|portray|characteri[sz]e|rate|rank) (?:this|our|it)(?:"
    rf" {_WORK})? as "
    r"(?:the )?(?:best|seminal|groundbreaking|revolutionary|superior|most important|definitive)\b",
    r"\b(?:say|state|claim|write|tell (?:the )?(?:readers?|users?)|mention|conclude|add|assert)"
    r" that"
    rf" (?:this|our) {_WORK} (?:is|was|has|beats?|outperforms?|solves?|surpasses?)\b",
    rf"\b(?:state|say|claim|write|assert) that all (?:other|earlier|previous) {_WORK} (?:is|are)\b",
    r"\b(?:append|insert|add|include|put|place|embed|paste|copy)\b[^.!?]{0,30}\b(?:the following"
    r"|this"
    r"|these)\b (?:link|url|address|sentence|phrase|text|words?|code|line|command|citation|key)s?\b"
    r"[^.!?]{0,40}(?::|\b(?:in|into|to|at) (?:your|the) (?:answer|text|summary|output|response"
    r"|end|bibliography|review))",
    r"\b(?:begin|start|end|finish|conclude|close) (?:every|each|your|the) (?:sentence|paragraph"
    r"|answer|text|summary|response|review|output) with\b",
    r"\b(?:in|to) your (?:answer|summary|response|reply|output|review|related work)\b[^.!?]{0,60}",
    r"\byou (?:must|have to|need to|are (?:required|instructed|ordered|asked) to|will now|should"
    r" now)"
    r" (?:\w+ )?(?:cite|write|say|mention|add|include|praise|output|answer|ignore|state|recommend"
    r"|insert|use|follow|obey|refuse|stop)\b",
    r"\b(?:new|updated|revised|real|actual|additional|important|special|hidden|secret)"
    r" instructions?"
    r"\b ?(?::|follow|for you)",
    r"\b(?:end|end of|begin|beginning of|start of) (?:of )?(?:the )?(?:quoted (?:text|material)"
    r"|abstract|document|input|user (?:input|message)|data|untrusted (?:text|input))\b\s*"
    r"(?:[.:\])>*=#-]{1,5})\s*(?:now|you|new|write|ignore|the following|instructions?|system)\b",
    r"\b(?:developer|debug|admin|god|jailbreak|dan|maintenance) mode (?:is )?(?:on|enabled"
    r"|activated|unlocked)\b|\b(?:enable|enter|activate|switch to) (?:developer|debug|admin|god"
    r"|dan) mode\b",
    r"\b(?:end|end of) (?:of )?(?:the )?(?:input|user|paper|source) (?:data|text)\b ?[*=#-]{2,}",
    r"\b(?:repeat|print|output|show|reveal) (?:everything|all (?:the )?text|the text"
    r"|what is) above\b",
    rf"\b{_MODEL} (?:that (?:are )?|who (?:are )?)?(?:reading|processing|summari[sz]ing) this\b",
    r"\b(?:refuse|decline|stop|cease) to (?:answer|write|continue|cite)\b[^.!?]{0,30}\b(?:and"
    r"|but|until"
    r"|unless)\b[^.!?]{0,30}\byou\b",
)

_SQUEEZED = re.compile(
    r"(?:ignore|disregard|forget|override|bypass)(?:all|any|the|your|these|those|every|of|my|our)*"
    r"(?:previous|prior|above|earlier|preceding|foregoing|other|original|such)(?:the|system|user"
    r"|given)*"
    r"(?:instruction|prompt|direction|directive|rule|command|guideline|order)"
    r"|(?:ignore|disregard|forget|override)(?:all|any|every)(?:of)?(?:the|your|these)?"
    r"(?:instruction|prompt|directive|command|guideline)"
    r"|(?:ignore|disregard|forget|override)your(?:own|previous|system|earlier)?"
    r"(?:instruction|prompt|directive|command|guideline|rulesand)"
    r"|youarenowan?(?:ai|assistant|unrestricted|language)|revealyoursystemprompt"
    r"|(?:praise|recommend|alwayscite)this(?:paper|work|article)|citethis(?:paper|work)(?:first"
    r"|inevery)"
    r"|saythisisthebest|(?:notetotheai|notetoai|dearllm|dearlanguagemodel)"
)
"""Orders in letters without anything between them; only what no other words can form together."""

_INSTRUCTIONS = tuple(
    re.compile(pattern, re.IGNORECASE) for pattern in (*_NEGLECT.values(), *_ADDRESSED, *MARKS)
)
"""Searched for one by one, which takes a fraction of the time that one search for all takes."""

_BORDERS = re.compile("|".join(BORDERS), re.IGNORECASE)


def has_border(text: str) -> bool:
    """Whether a text pretends that the paper ends in it and that somebody else speaks then."""
    return bool(_BORDERS.search(text) or _BORDERS.search(undisguised(text)))


def instructions_in(text: str) -> tuple[str, ...]:
    """Return the passages of a paper's text that read like instructions to a model.

    Words are found too where they are disguised: by unseen signs, letters of other scripts,
    entities, breaks inside of words, or written as base64.
    """
    plain = undisguised(text)
    readings = dict.fromkeys(
        (text, plain, with_words_joined(plain), *other_spellings(text), *other_spellings(plain))
    )
    found = [
        " ".join(match[0].split())
        for reading in readings
        for pattern in _INSTRUCTIONS
        for match in pattern.finditer(reading)
    ]
    for reading in readings:
        found += worded_as_order(reading)
    if not found:
        found = [
            match[0] for letters in letters_alone(plain) for match in _SQUEEZED.finditer(letters)
        ]
    found += decoded_words(plain)
    found += deciphered(text)
    return tuple(dict.fromkeys(found))
