"""The words that the local model puts around what it quotes, in the languages it speaks.

What it quotes stays in the language of the documents.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Language = Literal["en", "pt"]

_TEXTS: dict[str, tuple[str, str]] = {
    "greeting": (
        "Hello! I answer from the documents behind this page: case studies of a Python and AI studio, and the documentation "
        "of the kit that shows you how I think. Tell me what you want to build, or ask about anything they describe.",
        "Olá! Eu respondo a partir dos documentos desta página: estudos de caso de um estúdio de Python e IA e a documentação "
        "do kit que mostra como eu penso. Conte o que você quer construir ou pergunte sobre o que eles descrevem.",
    ),
    "thanks": (
        "You are welcome. Ask on whenever you like.",
        "De nada. Pergunte mais quando quiser.",
    ),
    "unclear": (
        "I could not find anything in this that I can look up. What would you like to know: something about a project, "
        "about how the studio works, or about the kit?",
        "Não encontrei nada aqui que eu possa procurar. O que você gostaria de saber: algo sobre um projeto, sobre como o "
        "estúdio trabalha ou sobre o kit?",
    ),
    "about": (
        "I search {count} documents and answer with what they say, naming my sources. These are the documents:",
        "Eu pesquiso {count} documentos e respondo com o que eles dizem, citando as fontes. São estes:",
    ),
    "nothing": (
        "The documents here say nothing about {missing}, so I cannot answer this.",
        "Os documentos daqui não dizem nada sobre {missing}, então não posso responder a isso.",
    ),
    "nothing_fits": (
        "I found no passage that answers this.",
        "Não encontrei nenhum trecho que responda a isso.",
    ),
    "languages": (
        "I understand questions in English and Portuguese; the documents are in English.",
        "Entendo perguntas em inglês e português; os documentos estão em inglês.",
    ),
    "nearest": (
        "What comes nearest is this, and it may not be what you are after:",
        "O mais próximo é isto, e pode não ser o que você procura:",
    ),
    "partly": (
        "The documents do not answer this as a whole: nothing in them mentions {missing}. What they do say:",
        "Os documentos não respondem a tudo: nada neles menciona {missing}. O que eles dizem:",
    ),
    "missing": ("No document mentions {missing}.", "Nenhum documento menciona {missing}."),
    "also": ("Elsewhere:", "Além disso:"),
    "fit_strong": ("Yes: {count} of the documented projects {come} close to this:", "Sim: {count} dos projetos documentados {come} perto disto:"),
    "fit_part": (
        "In part: {count} of the documented projects {come} close, though not to all of it:",
        "Em parte: {count} dos projetos documentados {come} perto, mas não de tudo:",
    ),
    "fit_none": (
        "No documented project deals with {missing}, so I cannot claim experience with it.",
        "Nenhum projeto documentado trata de {missing}, então não posso alegar experiência com isso.",
    ),
    "not_covered": ("Not covered by any document: {missing}.", "Sem cobertura em nenhum documento: {missing}."),
    "list": ("{count} documents match:", "{count} documentos correspondem:"),
    "list_one": ("One document matches:", "Um documento corresponde:"),
    "list_about": ("{count} documents mention {subject}:", "{count} documentos mencionam {subject}:"),
    "list_one_about": ("One document mentions {subject}:", "Um documento menciona {subject}:"),
    "list_none": ("None of the {kind} mentions {subject}.", "Nenhum dos documentos menciona {subject}."),
    "order": ("**{title}**: {fact} {value}. The others in order:", "**{title}**: {fact} {value}. Os outros, em ordem:"),
    "compare": ("**{first}** and **{second}**, side by side:", "**{first}** e **{second}**, lado a lado:"),
    "side_nothing": ("The documents say nothing about **{side}**.", "Os documentos não dizem nada sobre **{side}**."),
    "both_in": ("Both come up in *{title}*.", "Ambos aparecem em *{title}*."),
    "unreadable": ("I could not read `{source}`, so something may be missing here.", "Não consegui ler `{source}`, então algo pode faltar aqui."),
    "in_english": ("", "Os documentos estão em inglês, por isso cito os trechos como são."),
    "sources": ("Sources", "Fontes"),
    "fact": ("fact", "dado"),
    "duration": ("*{title}* took {value}", "*{title}* levou {value}"),
    "team": ("*{title}* was the work of {value}", "*{title}* foi trabalho de {value}"),
    "year": ("*{title}* was done in {value}", "*{title}* foi feito em {value}"),
    "client": ("*{title}* was made for {value}", "*{title}* foi feito para {value}"),
    "stack": ("*{title}* is built with {value}", "*{title}* usa {value}"),
    "role": ("Our part in *{title}*: {value}", "Nossa parte em *{title}*: {value}"),
    "sector": ("*{title}* belongs to this sector: {value}", "*{title}* é deste setor: {value}"),
    "headline_strong": ("A strong fit: {met} of {all} points are documented", "Boa adequação: {met} de {all} pontos documentados"),
    "headline_part": ("A partial fit: {met} of {all} points are documented", "Adequação parcial: {met} de {all} pontos documentados"),
    "headline_none": ("No documented experience with this", "Nenhuma experiência documentada com isso"),
    "brief_summary": (
        "{count} documented projects speak of what you need, {best} most of all.",
        "{count} projetos documentados falam do que você precisa, sobretudo {best}.",
    ),
    "brief_summary_one": ("One documented project speaks of what you need: {best}.", "Um projeto documentado fala do que você precisa: {best}."),
    "brief_none": (
        "The documents were searched for {needs} and hold nothing on any of it. An honest next step is to ask the studio.",
        "Os documentos foram pesquisados por {needs} e nada foi encontrado. O mais honesto é perguntar ao estúdio.",
    ),
    "strength": ("{need}: {sentence} ({title})", "{need}: {sentence} ({title})"),
    "gap": ("{need}: no project in the documents deals with it", "{need}: nenhum projeto nos documentos trata disso"),
    "gap_part": ("{need}: only {covered} comes up, not {missing}", "{need}: só aparece {covered}, não {missing}"),
    "relevance": ("Speaks of {covers}", "Trata de {covers}"),
    "and": ("and", "e"),
}  # fmt: skip


def say(language: Language, name: str, **values: object) -> str:
    """A text in a language, with its gaps filled."""
    return _TEXTS[name][language == "pt"].format(**values)


_NUMBERS = (
    ("none", "nenhum"), ("one", "um"), ("two", "dois"), ("three", "três"), ("four", "quatro"), ("five", "cinco"), ("six", "seis"),
    ("seven", "sete"), ("eight", "oito"), ("nine", "nove"), ("ten", "dez"), ("eleven", "onze"), ("twelve", "doze"),
)  # fmt: skip


def number_word(language: Language, number: int) -> str:
    """A number as it is written in a text."""
    return _NUMBERS[number][language == "pt"] if number < len(_NUMBERS) else str(number)


def listed(language: Language, names: Sequence[str], mark: str = "") -> str:
    """The names as "a, b and c", each between marks such as ``**``."""
    marked = [f"{mark}{name}{mark}" for name in names]
    if len(marked) < 2:
        return "".join(marked)
    return f"{', '.join(marked[:-1])} {say(language, 'and')} {marked[-1]}"
