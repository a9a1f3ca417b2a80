"""Words, stems and sentences: what search and the local model know of language.

Everything here is pure and gives the same result for the same text.
"""

from __future__ import annotations

import functools
import re
import unicodedata

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
MOST_WORD_LENGTH = 48
"""Longer runs of letters are noise and say nothing about what a text is about."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ENGLISH = _words(
    """a about above after again all also am an and any are as at be because been before being below between both but by can
    could did do does doing down during each few for from further had has have having he her here hers him his how i if in
    into is it its itself just let like me more most much my no nor not now of off on once only or other our ours out over
    own please same she should so some such tell than that the their theirs them then there these they this those through
    to too under until up us very was we were what when where which while who whom why will with would you your yours
    s t ve re ll d m im ive dont doesnt show give want say says said explain describe get got going thing things something
    anything there's what's it's is're really actually exactly kind sort way ways many lot"""
)
PORTUGUESE = _words(
    """a ao aos aquela aquele aquilo as ate com como da das de dela dele delas deles depois do dos e ela elas ele eles em
    entre era essa esse esta estao estas este estes eu foi foram ha isso isto ja la lhe lhes mais mas me mesmo meu meus
    minha minhas muito muita na nao nas nem no nos nossa nosso num numa o os ou para pela pelas pelo pelos por porque pra
    qual quais quando quanto quantos quanta quantas que quem sao se sem ser seu seus sim so sobre sua suas tambem te tem
    tenho temos ter teu tudo um uma umas uns voce voces vos quero gostaria preciso precisamos pode podem podemos fazer feito
    ola oi obrigado obrigada valeu bom boa dia tarde noite voces levou leva fazem faz diga fale explique mostre existe existem algum alguma alguns algumas foi"""
)
STOPWORDS = ENGLISH | PORTUGUESE
GENERIC = _words(
    """experience experiences experienced project projects work works worked working build builds building built make makes
    making made use uses used using help helps helping need needs needed do done create creating created develop developed
    developing study studies case cases client clients team teams studio company solution solutions system systems software
    application applications app apps thing example examples look looking know knowledge information detail details
    question questions answer answers good best better ever similar relevant previous past before anyone someone people
    possible able support supports tool tools new lanternfold take takes took find found mention mentioned happen happened
    different difference differences compare compared comparison versus vs list option options choose
    long longer longest short shorter shortest quickest fastest largest biggest smallest newest latest recent oldest earliest
    cheaper cheapest faster slower bigger hi hello hey thanks thank ola oi obrigado obrigada diferenca diferencas longo mais
    took fewest tempo time handle handled handles talk talks talking discuss discusses deal deals kit
    experiencia experiencias projeto projetos trabalho trabalhos caso casos estudo estudos cliente clientes equipe empresa
    ajudar ajuda construir construiu construiram desenvolver desenvolveu criar usar usa usam usou"""
)
"""Words that say little about the subject of a question to this studio."""

_SUFFIXES = (
    ("ifications", "if"), ("ification", "if"), ("ifiers", "if"), ("ifier", "if"), ("ifies", "if"), ("ified", "if"),
    ("ifying", "if"), ("ify", "if"), ("izations", "iz"), ("ization", "iz"), ("isations", "is"), ("isation", "is"),
    ("ations", "at"), ("ation", "at"), ("ators", "at"), ("ator", "at"), ("ments", ""), ("ment", ""), ("nesses", ""),
    ("ness", ""), ("ingly", ""), ("ings", ""), ("ing", ""), ("edly", ""), ("ied", "y"), ("ies", "y"), ("ers", ""), ("er", ""), ("ors", ""), ("or", ""),
    ("ed", ""), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("zes", "z"), ("ions", ""), ("ion", ""), ("als", ""),
    ("al", ""), ("ances", ""), ("ance", ""), ("ly", ""), ("es", ""), ("s", ""), ("e", ""),
)  # fmt: skip
_UNTOUCHED = _words("sas bus news series less pass class process access paper ios aws css js is this his us")
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|approx|no|dr|mr|ms|st|sr|sra)|\b[A-Z])\.$", re.IGNORECASE)
_END = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][\"'”’)\]*`]))\s+(?=[\"'“‘(\[*`]*[A-ZÀ-Þ0-9])")


def fold(text: str) -> str:
    """Lower case without accents, so that "Décision" and "decision" are one word."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def words(text: str) -> list[str]:
    """The words of a text, folded, in order. Noise of absurd length is left out."""
    found = (word.replace("’", "'") for word in WORD.findall(fold(text)))
    plain = (word.removesuffix("'s").replace("'", "") for word in found)
    return [word for word in plain if 1 < len(word) <= MOST_WORD_LENGTH or word.isdigit() or not word.isascii()]


@functools.lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """What the forms of a folded word have in common; short words stay as they are."""
    if len(word) <= 3 or word in _UNTOUCHED or any(letter.isdigit() for letter in word):
        return word
    if word.endswith(("tter", "tters")):  # "letter" has nothing to do with "let"
        return word.removesuffix("s")
    for suffix, rest in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) + len(rest) >= (4 if len(suffix) > 2 else 3):
            if suffix == "s" and word.endswith(("ss", "us", "is")):
                return word
            return _ending(word[: len(word) - len(suffix)] + rest)
    return _ending(word)


def _ending(stemmed: str) -> str:
    """The same last letters for "query" and "queries", for "cancel" and "cancelled", for "store" and "storing"."""
    if len(stemmed) > 3 and stemmed[-1] == stemmed[-2] and stemmed[-1] not in "sz":
        stemmed = stemmed[:-1]
    if len(stemmed) > 3 and stemmed.endswith("y"):
        stemmed = f"{stemmed[:-1]}i"
    return stemmed.removesuffix("e") if len(stemmed) > 3 else stemmed


def stems(text: str) -> list[str]:
    """The stems of a text's words, without those that every text has."""
    return [stem(word) for word in words(text) if word not in STOPWORDS]


def sentences(paragraph: str) -> list[str]:
    """A paragraph, sentence by sentence."""
    flat = " ".join(paragraph.split())
    parts: list[str] = []
    for piece in _END.split(flat):
        if parts and _ABBREVIATION.search(parts[-1]):
            parts[-1] = f"{parts[-1]} {piece}"
        elif piece:
            parts.append(piece)
    return parts


def language(text: str, fallback: str = "en") -> str:
    """``"pt"`` or ``"en"``: the language in which a question is asked.

    Args:
        text: The question.
        fallback: The answer for a text that does not show it.
    """
    found = words(text)
    portuguese = sum(word in PORTUGUESE for word in found) + 2 * bool(re.search(r"[ãõç]|ção", text.casefold()))
    english = sum(word in ENGLISH for word in found)
    if portuguese == english:
        return "pt" if fallback.casefold().startswith("pt") else "en"
    return "pt" if portuguese > english else "en"
