"""Words that stand for one another when documents are searched: synonyms, and Portuguese words with their English ones."""

from __future__ import annotations

from .text import fold, stem, words

_SYNONYMS = """
voice speech spoken audio telephone phone
chatbot bot assistant
llm llms language-model
rag retrieval-augmented
cost costs price pricing budget expensive cheap
doctor hospital medical clinic clinics healthcare health patient
image images photo photos picture vision camera cameras
handwriting handwritten
railway rail train track
shop shops retail grocery supermarket
forecast forecasting predict prediction
insurance insurer
bank banking financial finance
privacy gdpr confidential
accessibility accessible screen-reader wcag
translate translation migrate migration
city municipal municipality
government public-sector
telecom telecommunications telephony
gpu gpus nvidia jetson
start starts begin begins beginning
citation citations quote quotes cite cites
duration long weeks months
accurate accuracy precision recall error
mistake mistakes error errors
language languages locale locales translation
stop cancel
remember persist store stored storage database
learn learned lesson lessons
outcome outcomes result results
"""
_PORTUGUESE = """
voz=voice fala=speech telefone=phone ligacao=call ligacoes=calls clinica=clinic clinicas=clinics saude=health medico=medical
hospital=clinic paciente=patient consulta=appointment consultas=appointments agendar=book agendamento=booking marcacao=booking
seguro=insurance seguros=insurance seguradora=insurer sinistro=claim sinistros=claims documento=document documentos=documents
banco=bank bancos=banks relatorio=report relatorios=reports risco=risk migracao=migration migrar=migration codigo=code
agente=agent agentes=agents busca=search pesquisa=search arquivo=archive museu=museum carta=letter cartas=letters
manuscrito=handwriting caligrafia=handwriting cidade=city prefeitura=city camara=city licenca=permit licencas=permits
alvara=permit previsao=forecast demanda=demand procura=demand estoque=stock desperdicio=waste mercado=grocery supermercado=grocery
atacado=wholesaler atacadista=wholesaler trem=train trens=trains comboio=train ferrovia=rail ferroviaria=rail trilho=track
trilhos=track inspecao=inspection visao=vision computacional=computer imagem=image imagens=images suporte=support
atendimento=support telecomunicacoes=telecom operadora=telecom fontes=sources fonte=source citacao=citation citacoes=citations
custo=cost custos=cost custa=cost preco=price precos=price quanto=cost valor=price orcamento=budget prazo=duration tempo=time
duracao=duration durou=duration demorou=duration semanas=weeks meses=months equipe=team pessoas=people ano=year
resultado=results resultados=results aprendizado=learned aprenderam=learned licoes=learned erro=error erros=errors
privacidade=privacy dados=data acessibilidade=accessibility acessivel=accessible leitor=reader tela=screen lingua=language
linguas=languages idioma=language idiomas=languages idiomas=locales portugues=portuguese ingles=english raciocinio=reasoning
pensamento=thinking pensar=thinking ferramenta=tool ferramentas=tools componente=component componentes=components
mensagem=message mensagens=messages resposta=answer respostas=answers pagina=page navegador=browser tema=theme cor=theme
instalar=install instalacao=install fechar=close abrir=open modo=mode modos=modes modelo=model modelos=models evento=event
eventos=events banco-de-dados=database servidor=server nuvem=cloud aprendizado-de-maquina=machine-learning inteligencia=ai
artificial=ai rede=network redes=network neural=neural teste=test testes=tests avaliacao=evaluation precisao=accuracy
jogo=game jogos=games aplicativo=app aplicativos=apps celular=mobile movel=mobile moveis=mobile nativo=native comeca=begins inicio=begins
funciona=works trabalham=work trabalha=works processo=process
"""


def _groups() -> dict[str, frozenset[str]]:
    related: dict[str, set[str]] = {}
    for line in _SYNONYMS.split("\n"):
        group = {stem(word) for entry in line.split() for word in words(entry) if len(words(entry)) == 1}
        for member in group:
            related.setdefault(member, set()).update(group)
    for pair in _PORTUGUESE.split():
        portuguese, _, english = pair.partition("=")
        meaning = stem(fold(english))
        related.setdefault(stem(portuguese), set()).update({meaning, *related.get(meaning, ())})
    return {member: frozenset(group) for member, group in related.items()}


RELATED = _groups()
"""By a stem, the stems that count as finding it."""

PORTUGUESE_WORDS = frozenset(pair.partition("=")[0] for pair in _PORTUGUESE.split())
"""The Portuguese words that are known here, without accents."""


def related(stemmed: str) -> frozenset[str]:
    """The stems that count as finding this one, itself among them."""
    return RELATED.get(stemmed, frozenset()) | {stemmed}
