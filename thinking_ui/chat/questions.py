"""What a question is about: its words, its subjects, what kind of answer it wants. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from .contract import Expects, Intent, Order, Subject, Term
from .lexicon import PORTUGUESE_WORDS, related
from .text import GENERIC, STOPWORDS, WORD, fold, language, stem, words

MOST_CHARACTERS = 4_000
"""The rest of a longer question is not analysed."""

_GREETING = re.compile(r"(hi|hello|hey|howdy|good (morning|afternoon|evening)|ola|oi|bom dia|boa (tarde|noite))\b")
_THANKS = re.compile(r"(thanks|thank you|thx|cheers|obrigad[oa]|valeu)\b")
_ABOUT = re.compile(
    r"\b(who are you|what are you|what can (you|i) (do|ask|answer)|what do you (do|know)|how can you help|quem (e|sao) voces?"
    r"|o que (voce|voces) (faz|fazem|sabe|sabem|pode|podem)|como (voce|voces) (pode|podem) ajudar|o que posso perguntar)\b"
    r"|^(help|ajuda)\W*$"
)
_ENQUIRY = re.compile(
    r"\b(we|i|our \w+|my \w+) (\w+ )?(need|want|would like|are looking|am looking|are planning|plan|have to|must)\b"
    r"|\b(can|could|would|will) (you|your team|the studio) (\w+ )?(build|make|help|do|create|develop|deliver|design|handle|take|work)"
    r"|\b(have|has) (you|the studio|lanternfold|your team) (\w+ )?(ever|done|built|worked|used|made|delivered|shipped|developed)\b"
    r"|\b(do|does) (you|the studio|lanternfold|your team) have (\w+ )?(experience|expertise|a background|projects?)\b"
    r"|\b(experience|expertise|experienced) (with|in|of|building)\b|\bare you (able|familiar|good)\b|\blooking for\b"
    r"|\bwould (you|this|that) (be a )?(good )?fit\b|\b(hire|proposal|quote for)\b"
    r"|\b(preciso|precisamos|quero|queremos|gostaria|gostariamos|procuro|procuramos|buscamos)\b"
    r"|\b(podem|pode|poderiam|conseguem) (\w+ )?(construir|fazer|ajudar|criar|desenvolver)\b"
    r"|\b(tem|ja tem|possuem|ha) (\w+ )?(experiencia|projetos?)\b|\bja (fizeram|construiram|trabalharam|usaram)\b"
)
_SEPARATE = re.compile(
    r"\b(?:compare|comparing|compara|comparar|comparem?)\b\s+(?P<a>.+?)\s+\b(?:and|with|to|against|versus|vs\.?|e|com|a)\b\s+(?P<b>.+)"
    r"|\b(?:differences?|diferencas?)\b\s+(?:between|entre)\s+(?P<c>.+?)\s+(?:and|e)\s+(?P<d>.+)"
    r"|(?P<e>.+?)\s+(?:versus|vs\.?|compared (?:with|to)|em vez de)\s+(?P<f>.+)"
    r"|\b(?:how (?:do|does|did))\s+(?P<g>.+?)\s+and\s+(?P<h>.+?)\s+(?:differ|compare)\b"
    r"|\b(?:which|what|who|qual)\b.*?[,:]\s*(?P<i>[^,?]+?)\s+(?:or|ou)\s+(?P<j>[^,?]+)",
    re.DOTALL,
)
_LIST = re.compile(
    r"\b(list|show me|give me|which|name|how many|listar?|liste|quais|qual|quantos|mostre)\s+(\w+\s+){0,3}?"
    r"(projects?|case stud(y|ies)|documents?|clients?|projetos?|estudos de caso|casos|clientes|documentos)\b"
    r"|\bwhat\s+(\w+\s+){0,3}?(projects|case studies|documents|clients)\b|\bwho (are|were) (your|the) clients\b"
    r"|\bquem sao os clientes\b"
)
_SUPERLATIVE: tuple[tuple[str, Order], ...] = (
    (r"\b(longest|took longest|slowest|mais (longo|demorado))\b", Order(fact="duration", most=True)),
    (r"\b(shortest|quickest|fastest project|mais (curto|rapido))\b", Order(fact="duration", most=False)),
    (r"\b(largest|biggest) team\b|\bmost people\b|\bmaior equipe\b", Order(fact="team", most=True)),
    (r"\bsmallest team\b|\bfewest people\b|\bmenor equipe\b", Order(fact="team", most=False)),
    (r"\b(newest|latest|most recent|mais recentes?)\b", Order(fact="year", most=True)),
    (r"\b(oldest|earliest|first project|mais antigo)\b", Order(fact="year", most=False)),
)
_EXPECTS: tuple[tuple[str, Expects], ...] = (
    (r"\bhow (long|quickly|fast)\b|\bduration\b|\bquanto tempo\b|\bprazo\b|\bduracao\b|\bdurou\b", "duration"),
    (
        r"\b(costs?|prices?|pricing|expensive|charge|cheap|cheaper|cheapest)\b|\b(custos?|custa|precos?|orcamento|valor)\b",
        "money",
    ),
    (r"\bhow (many|much|often|big|large|accurate|well)\b|\bpercent|\bquantos?\b|\bquantas?\b|\brate\b", "number"),
    (r"^(when|quando)\b|\b(what|which) year\b|\bque ano\b", "date"),
    (r"^(who|quem)\b|\b(team|people|equipe|pessoas)\b", "people"),
    (r"\b(why|reason|por que|porque|motivo)\b", "reason"),
    (r"\b(example|code|snippet|exemplo|codigo)\b", "code"),
    (r"\bhow (do|can|should|to)\b|\binstall\b|\bcomo (posso|faco|instalar|usar)\b|\binstalar\b", "steps"),
)
_KIT = re.compile(
    r"\brt\.\w|\breflex[-_ ]thinking\b|\bthe kit\b|\bthis kit\b|\bcomponents?\b|\bthinkingstate\b|\brespond\b|\bpip install\b"
    r"|\b(live|thinking|response) modes?\b|\bthinking (block|view|off|on)\b|\bauto[- ]?close\b|\binstall(ed|ing|ation)?\b|\binstalar?\b"
    r"|\bcanonical events?\b|\bsummary bar\b|\bthis (demo|app|page|chat)\b|\bdata-slot\b|\bcomponentes?\b|\bkit\b|\bconfigure\b"
    r"|\bprimitives?\b|\bheadless\b|\bradix\b|\benvironment variables?\b|\bthinking_ui_\w+"
)
_CONTINUES = re.compile(
    r"^(and|but|so|e|mas|what about|how about|why|how|when|who|more|e quanto|e o)\b|\b(it|its|that|they|them|those|this (one|project|case)|"
    r"that (one|project|case)|the (same|first|second|last) (one|project)|more about|tell me more|isso|ele|ela|esse projeto|este projeto)\b"
)
EXPECTED_WORDS: dict[Expects, str] = {
    "duration": "a length of time",
    "number": "a figure",
    "money": "an amount of money",
    "date": "a date",
    "people": "people",
    "reason": "a reason",
    "steps": "steps to follow",
    "code": "code",
}
_ARTICLES = re.compile(r"^(?:(?:the|a|an|your|our|its|o|os|as|um|uma|projeto|do|da|dos|das|de)\s+)+", re.IGNORECASE)


def terms_of(text: str) -> tuple[Term, ...]:
    """The words worth looking for, each once, in order."""
    found: dict[str, Term] = {}
    for written in WORD.findall(text):
        for word in words(written):
            stemmed = stem(word)
            if word not in STOPWORDS and stemmed not in found:
                found[stemmed] = Term(text=written, stem=stemmed, stems=related(stemmed), generic=word in GENERIC)
    return tuple(found.values())


def subjects_of(text: str) -> tuple[Subject, ...]:
    """What a text is about: runs of neighbouring words that are neither common nor generic, as they were written."""
    subjects: dict[tuple[str, ...], Subject] = {}
    for part in re.split(r"[^\w\s'’.+#/-]|\.\s|\.$", text):
        run: list[str] = []
        for word in [*WORD.findall(part), ""]:
            folded = fold(word).replace("’", "'").removesuffix("'s")
            if len(folded) > 1 and folded not in STOPWORDS and folded not in GENERIC:
                run.append(word)
                continue
            terms = tuple(term for term in terms_of(" ".join(run)) if not term.generic)
            if terms:
                subjects.setdefault(
                    tuple(sorted(term.text for term in terms)), Subject(text=" ".join(run), terms=terms)
                )
            run = []
    return tuple(subjects.values())


def without_documents(text: str) -> str:
    """A text without the word for what is listed: "which documents mention X" is about X."""
    return re.sub(r"\bdocument(?:s|o|os)?\b", " ", text, flags=re.IGNORECASE)


def intent_of(text: str, subjects: Iterable[Subject]) -> Intent:
    """What the visitor wants."""
    flat = fold(" ".join(text[:MOST_CHARACTERS].split()))
    telling = [term for subject in subjects for term in subject.terms]
    short = len(flat) <= 60
    if short and _GREETING.match(flat) and not _about_something(flat, _GREETING):
        return "greeting"
    if short and _THANKS.match(flat) and not _about_something(flat, _THANKS):
        return "thanks"
    if _ABOUT.search(flat) and len(telling) <= 1:
        return "about"
    if sides_of(text):
        return "comparison"
    if order_of(text) is not None or (_LIST.search(flat) and not _ENQUIRY.search(flat)):
        return "list"
    if _ENQUIRY.search(flat):
        return "enquiry"
    return "question" if terms_of(text) else "unclear"


def _about_something(flat: str, pattern: re.Pattern[str]) -> bool:
    rest = words(pattern.sub("", flat, count=1))
    small_talk = {
        "there",
        "everyone",
        "all",
        "tudo",
        "bem",
        "lot",
        "much",
        "so",
        "very",
        "team",
        "pessoal",
        "muito",
        "great",
    }
    return any(word not in STOPWORDS and word not in small_talk for word in rest)


def sides_of(text: str) -> tuple[Subject, ...]:
    """The two things that a text compares; none when it does not."""
    flat = " ".join(text[:MOST_CHARACTERS].split())
    folded = fold(flat)
    match = _SEPARATE.search(folded)
    if match is None:
        return ()
    written = flat if len(flat) == len(folded) else folded  # as it was written, where the places are the same
    found = [_side(written[match.start(name) : match.end(name)]) for name, group in match.groupdict().items() if group]
    sides = tuple(side for side in found if side is not None)
    return sides if len(sides) == 2 and sides[0] != sides[1] else ()


def _side(text: str) -> Subject | None:
    text = re.split(r"[?!;.]", text.strip(" ,:\"'"))[0]
    text = re.sub(r"^.*\b(what is|what are|what's|between|should we use|is|are)\s+", "", text, flags=re.IGNORECASE)
    text = re.sub(r"[^\w\s.+#/’'-]", " ", text)
    text = _ARTICLES.sub("", text).removesuffix(" projects").removesuffix(" project").strip()
    terms = tuple(term for term in terms_of(text) if not term.generic)
    return Subject(text=text[:80], terms=terms) if terms else None


def expects_of(text: str) -> Expects:
    """What an answer should hold."""
    flat = fold(text[:MOST_CHARACTERS])
    for pattern, expects in _EXPECTS:
        if re.search(pattern, flat):
            return expects
    return "anything"


def order_of(text: str) -> Order | None:
    """The order in which documents are asked for, as in "the longest project"."""
    flat = fold(text[:MOST_CHARACTERS])
    return next((order for pattern, order in _SUPERLATIVE if re.search(pattern, flat)), None)


def kind_of(text: str, intent: Intent) -> str | None:
    """The kind of document that a question seems to be about."""
    if _KIT.search(fold(text[:MOST_CHARACTERS])):
        return "document"
    if intent == "list" and re.search(r"\bdocument(s|os)?\b", fold(text)):
        return None
    return "case study" if intent in ("enquiry", "list") else None


def continues(text: str, subjects: tuple[Subject, ...]) -> bool:
    """Whether a question goes on from the answer before it."""
    flat = fold(text[:MOST_CHARACTERS]).strip()
    return (bool(_CONTINUES.search(flat)) and len(subjects) <= 2) or not subjects


def spoken(text: str, fallback: str) -> Literal["en", "pt"]:
    """The language of a question."""
    known = sum(word in PORTUGUESE_WORDS for word in words(text))
    return "pt" if language(text, "pt" if known > 1 else fallback) == "pt" else "en"
