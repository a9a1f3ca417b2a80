"""How sentences of reasoning begin, by language: what is a conclusion, and what is only about writing the answer.

To add a language, add a :class:`Phrasing` to the list at the end. Patterns are matched at the beginning of a sentence, whatever its
case, in all languages at once; a sentence that begins like none of them is a plain statement.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Role = Literal["opening", "therefore", "conclusion", "writing", "request", "intent"]


@dataclass(frozen=True, slots=True)
class Phrasing:
    """How sentences begin in one language."""

    opening: tuple[str, ...] = ()
    """What a speaker says before the sentence proper; left out of a summary."""
    therefore: tuple[str, ...] = ()
    """What says that a conclusion follows."""
    conclusion: tuple[str, ...] = ()
    """A result or a decision."""
    writing: tuple[str, ...] = ()
    """Writing, formatting and giving the answer, and fillers."""
    request: tuple[str, ...] = ()
    """What was asked for."""
    intent: tuple[str, ...] = ()
    """What is to be done, and asides."""


_ANSWER = (
    r"(?:answers?|responses?|reply|replies|output|message|summary|text|paragraph|sentence|bullets?|explanation|format|json|structure"
    r"|tone|wording|instructions)"
)
_WRITE = (
    r"(?:write|draft|compose|format|phrase|word|structure|organi[sz]e|present|provide|give|deliver|produce|output|return|reply|respond"
    r"|answer|craft|summari[sz]e|wrap|finali[sz]e|generate|construct|prepare|compile|formulate|put together|type|print|state|mention"
    r"|include|add(?! \d)|report|keep|make sure|ensure|say|tell|send|share|explain|list|avoid|stick|match|adjust|polish|tweak|refine)"
)
_WILL = (
    r"(?:let me|let's|let us|i(?:'ll| will| shall|'m going to| am going to| should| need to| must| can| could| might| want to|'d like to"
    r"| have to|'m ready to)|we(?:'ll| will| should| must| can| (?:just )?need(?: to)?)|(?:need|must|should|going|time|ready)(?: to)?)"
)
_SOON = r"(?:(?:now|just|then|simply|also|finally|directly|briefly|quickly|first|next|still),? )"
_FINE = r"(?:it|right|correct|fine|good|okay|great|enough|straightforward|simple|easy|basic|interesting|clear|done|settled|in order)"

_ENGLISH = Phrasing(
    opening=(
        r"(?:ok(?:ay)?|alright|all right|well|hm+|wait|yes|yep|yeah|right|now|actually|great|good|perfect|sure|oh|and|but|however|still"
        r"|anyway|besides|though|first thought)(?:[,!.:—–]+\s+|\s+(?=so\b))",
        r"step \d{1,3}:\s+",
        r"i think(?: that)? (?=i\b|we\b)",
    ),
    therefore=(
        r"(?:so|therefore|thus|hence|consequently|finally|overall|in (?:conclusion|summary|short|the end)|ultimately),?\s+"
        r"(?!(?:far|that|much|many)\b)",
    ),
    conclusion=(
        r"(?:the|my|our|its?|this) (?:final |correct |right |best |only |likely )*(?:answer|result|conclusion|decision|verdict|total|sum"
        r"|solution|option|choice|difference|outcome|diagnosis|cause|recommendation)s?\b[^.]{0,80}?\b(?:is|are|was|would be|should be"
        r"|equals|must be|seems)\b",
        r"(?:final |likely |simple |short |direct )*(?:answer|result|conclusion|decision|verdict|solution|outcome|total)\b\s*"
        r"(?:[:=]|(?=[\d\"“]))",
        r"(?:that|this|which|it) (?:means|implies|shows|confirms|follows)\b|it turns out|turns out|confirmed:|in total\b",
        r"(?:putting|taking) (?:it|this|that|these|everything) (?:all )?together",
        r"(?:i|we)(?:'ve| have)? (?:conclude|concluded|decided|found|confirmed|established|determined|verified|chose|settled|identified)\b",
        r"i(?:'m| am) (?:confident|sure|certain)\b|(?:let's|i'll|i will|we'll) go with\b|(?:let's )?decide on\b",
    ),
    writing=(
        rf"{_SOON}?{_WILL} {_SOON}{{0,3}}{_WRITE}\b(?!\s*[:=]\s*\S)|(?:just|simply) {_WRITE}\b",
        r"(?:respond|provide|write|give|produce|deliver|compose|craft|formulate|summari[sz]e|ensure|explain)\b",
        # "State" and "share" may begin any sentence, and "State the answer" and "Share it" one of these.
        rf"{_SOON}{{0,3}}{_WRITE}(?:\.?$|\b[^.]{{0,60}}\b(?:{_ANSWER}|it|this|that|them|user|concise(?:ly)?|brief(?:ly)?|short|clear(?:ly)?"
        r"|exactly|only|extra)\b)",
        rf"(?:the|my|this|an?|any|each|likely|final)? ?(?:\w+ ){{0,2}}{_ANSWER} (?:should|must|needs?|will|can|could|has|have|to be"
        r"|is (?:complete|ready|finali))",
        rf"(?:brief|short|concise|simple|direct|clear|plain|one)[ -](?:\w+ )?{_ANSWER}",
        r"(?:should|must|needs to|has to|can) be (?:short|brief|concise|clear|simple|direct|polite|friendly)",
        r"no (?:need|extra|other|additional|special|punctuation)\b|make it\b|in (?:a|one) (?:short|single|clear)\b",
        r"my (?:final|next|last) (?:action|task) is|(?:i|we) (?:just |simply )?(?:respond|reply|answer|output|say so|name|list|mention|state)\b",
        r"(?:writing|drafting|composing|formatting|crafting|preparing|finali[sz]ing|structuring|organi[sz]ing|delivering|presenting"
        rf"|optimi[sz]ing|polishing|formulating|providing|refining|clarifying|constructing|generating)\b.{{0,40}}\b{_ANSWER}",
        r"(?:i am|i'm) (?:preparing|crafting|drafting|writing|formatting|polishing|tweaking|finali[sz]ing|ready)\b",
        r"(?:let me|let's|i'll|i will) (?:start|begin|think|see|proceed|continue|go|do (?:this|that|it|so)|try|double-check|check again"
        r"|recheck|verify|confirm|re-?read|recount|break (?:this|it) down)\b.{0,25}$",
        rf"(?:that(?:'s| is)|this (?:is|seems|looks)|it(?:'s| is)|looks|seems|sounds) (?:\w+ )?{_FINE}\b.{{0,25}}$",
        rf"(?:the|everything|that|this|all) .{{0,24}}\b(?:is|are|looks?|seems?) (?:all )?{_FINE}\b.?$",
        r"(?:simple|done|hm+|wait|interesting|perfect|ready)\.?$|i (?:think|believe|guess) .{0,24}$",
        r"(?:my )?(?:thinking|thought) process:?$|final (?:check|output)\b",
    ),
    request=(
        r"(?:(?:the|this|a|first, the) )?(?:user|visitor|customer|client|developer|question|query|(?:system )?prompt|task|request|puzzle"
        r"|problem|message|instruction|setup|schema)s?(?:'s?)?\b(?:\s*:|\s+(?:is|was|are|has|have|had|just|also|only|seems?|might|may|would"
        r"|wants?|wanted|ask(?:s|ed)?|says?|said|needs?|request\w*|provided|gave|sent|greeted|specif\w+|likely|expects?|explicitly|simply"
        r"|mentions?|requires?|focuses|question|message|instructions?))",
        r"(?:they|he|she|we|you)(?:'re|'ve| are| have| were)? (?:asking|asked|asks|want|wants|requested|listed|specified|emphasi[sz]ed"
        r"|need to know|just said)\b|analy[sz]e the|identify the",
        r"this (?:is|looks like|seems like) an? (?:\w+ )?(?:simple|basic|straightforward|easy|clever|classic|common|general|greeting)",
        r"(?:considering|understanding|processing|analy[sz]ing|interpreting|assessing|defining) (?:the |this |user |user's |core )*"
        r"(?:task|requests?|constraints?|question|query|prompt|instructions?)$",
    ),
    intent=(
        r"(?:let me|let's|let us|i(?:'ll| will| need| have to| should| must| want| can| could| might| plan| intend|'d))\b",
        r"i(?:'m| am) (?:going|considering|thinking|looking|trying|planning|focusing|starting|now|zeroing|imagining|exploring|aiming)\b",
        r"we(?:'ll| will| need| should| must| have to| can| could| want)\b|(?:my|the) (?:next|first) step|to \w+ (?:the|this|it|be)\b",
        r"(?:first|second|third|next|then|now|maybe|perhaps|should i|but|or|if|also|option \d|step \d)\b",
    ),
)

_PORTUGUESE = Phrasing(
    opening=(r"(?:bom|certo|ok|sim|bem|na verdade)[,!.]\s+",),
    therefore=(
        r"(?:então|portanto|logo|assim|por isso|ou seja|em (?:resumo|suma|conclusão)|concluindo|no fim|finalmente),?\s+",
    ),
    conclusion=(
        r"(?:a |minha )?(?:resposta|conclusão|melhor opção|solução|decisão|soma|diferença)\b[^.]{0,60}?(?:\b(?:é|são|seria)\b|[:=])",
        r"(?:o )?resultado\s*(?:é\b|[:=])|(?:concluo|concluí|decidi|encontrei|confirmei|verifiquei|descobri)\b",
        r"isso (?:significa|quer dizer|mostra)|juntando tudo|no total\b",
    ),
    writing=(
        r"(?:agora,? |então |já )?(?:eu )?(?:(?:vou|irei|preciso|devo|posso|deixe-me|deixa eu|vamos|quero|(?:é )?hora de|só|apenas|resta"
        r"|falta|basta) )?(?:agora |então |apenas |só )*(?:escrever|redigir|formatar|responder|apresentar|fornecer|entregar|compor|resumir"
        r"|estruturar|organizar|finalizar|gerar|produzir|montar|elaborar|formular|dar (?:a|uma) resposta)\b",
        r"(?:agora )?(?:escrevo|respondo|formato|apresento|redijo|formulo)\b|resposta (?:curta|breve|concisa|simples)\b",
        r"a resposta (?:deve|tem|precisa|será|vai)\b|deve ser (?:curta|breve|concis|clar)",
    ),
    request=(
        r"(?:o|a) (?:usuári[oa]|utilizador|pergunta|pedido|cliente|pessoa|questão|visitante)\b|(?:ele|ela|eles) (?:quer|pede|pergunta)\b",
    ),
    intent=(
        r"(?:vou|preciso|devo|vamos|deixe-me|deixa eu|tenho que|primeiro|agora|depois|em seguida|talvez|posso|mas|também|se)\b",
    ),
)

_SPANISH = Phrasing(
    opening=(r"(?:bueno|vale|bien|sí|claro|en realidad)[,!.]\s+",),
    therefore=(
        r"(?:así que|entonces|por (?:lo )?tanto|por eso|por consiguiente|en (?:resumen|conclusión|definitiva)|es decir|al final"
        r"|finalmente),?\s+",
    ),
    conclusion=(
        r"(?:la |mi )?(?:respuesta|conclusión|mejor opción|solución|decisión|suma|diferencia)\b[^.]{0,60}?(?:\b(?:es|son|sería)\b|[:=])",
        r"(?:el )?resultado\s*(?:es\b|[:=])|(?:concluyo|encontré|decidí|descubrí)\b|he (?:decidido|encontrado|confirmado|comprobado)\b",
        r"(?:esto|eso) (?:significa|muestra|quiere decir)|en total\b",
    ),
    writing=(
        r"(?:ahora,? |entonces |ya )?(?:yo )?(?:(?:voy a|debo|necesito|tengo que|puedo|déjame|permíteme|vamos a|quiero|es hora de|s[oó]lo"
        r"|queda|falta|basta) )?(?:ahora |entonces |s[oó]lo )*(?:escribir|redactar|formatear|responder|contestar|presentar|proporcionar"
        r"|entregar|componer|resumir|estructurar|organizar|finalizar|generar|producir|elaborar|formular|dar (?:la|una) respuesta)\b",
        r"(?:ahora )?(?:escribo|respondo|formateo|presento|redacto|formulo)\b|respuesta (?:corta|breve|concisa|simple)\b",
        r"la respuesta (?:debe|tiene|necesita|será|va)\b|debe ser (?:corta|breve|concis|clar)",
    ),
    request=(
        r"(?:el|la) (?:usuari[oa]|pregunta|petición|cliente|persona|visitante|solicitud)\b|(?:él|ella|ellos)? ?(?:quiere|pide|pregunta) ",
    ),
    intent=(
        r"(?:voy a|necesito|debo|vamos a|déjame|tengo que|primero|ahora|después|luego|quizás?|tal vez|puedo|pero|también|si)\b",
    ),
)

_FRENCH = Phrasing(
    opening=(r"(?:bon|bien|d'accord|oui|en fait)[,!.]\s+",),
    therefore=(r"(?:donc|ainsi|par conséquent|en (?:conclusion|résumé|somme)|bref|finalement|c'est pourquoi),?\s+",),
    conclusion=(
        r"(?:la |ma )?(?:réponse|conclusion|meilleure option|solution|décision|somme|différence)\b[^.]{0,60}?(?:\b(?:est|sont|serait)\b|[:=])",
        r"(?:le )?résultat\s*(?:est\b|[:=])|je conclus\b|j'ai (?:décidé|trouvé|confirmé|vérifié|conclu|choisi)\b",
        r"(?:cela|ça|ce qui) (?:signifie|veut dire|montre)|au total\b",
    ),
    writing=(
        r"(?:maintenant,? |donc,? |alors,? )?(?:(?:je (?:vais|dois|peux|veux|voudrais)|il (?:me )?(?:faut|reste à)|nous (?:allons|devons)"
        r"|laissez-moi|il est temps de?) )?(?:maintenant |donc |simplement |juste )*(?:écrire|rédiger|formater|répondre|présenter|fournir"
        r"|composer|résumer|structurer|organiser|finaliser|générer|produire|formuler|préparer|donner (?:la|une|ma) réponse)\b",
        r"(?:maintenant,? )?(?:j'écris|je (?:réponds|rédige|présente|formule|prépare))\b|réponse (?:courte|brève|concise|simple)\b",
        r"la réponse (?:doit|devrait|sera|va)\b|doit être (?:court|bref|brève|concis|clair)",
    ),
    request=(
        r"(?:l'utilisat(?:eur|rice)|l'usager|la (?:question|demande|personne)|le (?:client|visiteur))\b|(?:il|elle) (?:veut|demande|souhaite)\b",
    ),
    intent=(
        r"(?:je (?:vais|dois|peux|veux|voudrais)|il faut|d'abord|ensuite|maintenant|peut-être|mais|aussi|si|nous (?:allons|devons))\b",
    ),
)

_GERMAN = Phrasing(
    opening=(r"(?:gut|okay|ja|nun|moment|eigentlich|klar)[,!.]\s+",),
    therefore=(
        r"(?:also|somit|daher|deshalb|folglich|demnach|insgesamt|zusammengefasst|zusammenfassend|kurz gesagt|letztlich|damit),?\s+",
    ),
    conclusion=(
        r"(?:die |meine |das )?(?:antwort|lösung|beste (?:option|wahl)|schlussfolgerung|entscheidung|summe|ergebnis|fazit)\b\s*"
        r"(?:ist|lautet|wäre|[:=])",
        r"ich (?:schließe|habe (?:mich )?[^.]{0,40}(?:entschieden|gefunden|bestätigt|festgestellt))\b|das (?:heißt|bedeutet|zeigt)\b",
        # What follows "therefore" begins with its verb.
        r"(?:ist|lautet|wäre) (?:die |das )?(?:antwort|lösung|ergebnis)\b",
    ),
    writing=(
        # The verb comes last.
        r"(?:ich|jetzt|nun|dann|lass mich|lassen sie mich|wir|als nächstes|abschließend)\b[^.]{0,60}\b(?:schreiben?|formulieren?|antworten?"
        r"|beantworten?|formatieren?|verfassen?|zusammenfassen|fasse|präsentieren?|strukturieren?|gliedern?|aufschreiben)\b",
        r"(?:ich|jetzt|nun|dann|wir)\b[^.]{0,40}\b(?:antwort|text|zusammenfassung)\b[^.]{0,20}(?:geben?|liefern?|erstellen?)\b",
        r"(?:formuliere|schreibe|werde|muss|sollte|kann) ich\b[^.]{0,40}\b(?:antwort\w*|schreiben|formulieren)\b",
        r"die antwort (?:soll|sollte|muss|wird)\b|(?:kurze|knappe|einfache) antwort\b",
    ),
    request=(
        r"(?:der|die|das) (?:nutzer|benutzer|anwender|frage|anfrage|kunde|person|aufgabe|besucher)\w*\b|(?:er|sie) (?:möchte|will|fragt|bittet)\b",
    ),
    intent=(
        r"(?:ich (?:muss|sollte|werde|kann|könnte|will|möchte|brauche|prüfe)|wir (?:müssen|sollten|können)|zuerst|zunächst|dann|jetzt"
        r"|vielleicht|aber|auch|wenn|lass)\b",
    ),
)

_JAPANESE = Phrasing(
    opening=(r"(?:はい|うん|さて|では|ええと|なるほど)[、。！]\s*",),
    therefore=(
        r"(?:したがって|従って|よって|ゆえに|つまり|だから|そのため|要するに|まとめると|以上(?:から|より)|結局)[、,]?\s*",
    ),
    conclusion=(r"[^。]{0,12}(?:答え|結論|結果|正解|解答|合計)は|結論として|[^。]{0,40}ことが(?:わか|分か)",),
    writing=(
        r"[^。]{0,30}(?:回答|答え|返答|返信|応答|文章|出力|説明)(?:を|に)?[^。は]{0,12}(?:書|作成|まとめ|整形|整え|提示|出力|返|準備|生成|述べ|伝え)",
        r"[^。]{0,20}(?:書き|まとめ|整形し|出力し|回答し|答え|返答し|返信し|説明し)(?:ます|よう|ましょう|る必要|る(?:べき)?。?$|たい|ればよい|ていき)",
        r"[^。]{0,10}簡潔に",
    ),
    request=(r"(?:ユーザー?|利用者|質問者?|依頼|お客様?)(?:さん)?(?:は|が|の|では|から)",),
    intent=(
        r"まず|次に|それから|もし|しかし|でも",
        r"[^。]{0,40}(?:必要があ|みよう|みます|みましょう|いこう|いきます|ましょう|しよう|するべき|かもしれ|だろうか)",
    ),
)

_CHINESE = Phrasing(
    opening=(r"(?:好的?|嗯|是的|对|那么)[，,。！]\s*",),
    therefore=(r"(?:所以|因此|因而|于是|综上(?:所述)?|总之|总的来说|总而言之|由此可见|可见|也就是说|最终)[，,]?\s*",),
    conclusion=(
        r"[^。]{0,8}(?:答案|结论|结果|总数|总和|最佳选择)(?:是|为|：|:|就是)|这(?:意味着|说明|表明)|我(?:决定|确认|发现)了?",
    ),
    writing=(
        r"(?:现在|接下来|下面|那么|然后|最后)?，?(?:我|让我|我们)?(?:来|将|要|会|需要|应该|应当|可以|就|得|再)*(?:开始)?(?:写|撰写|起草|组织语言"
        r"|整理(?:一下)?(?:答案|回答|语言)|回答|回复|答复|输出|格式化|总结一下|给出(?:答案|回答)|提供(?:答案|回答|一个))",
        r"(?:回答|回复|答案)(?:应该|要|需要|应当|应|必须)|[^。]{0,6}简(?:短|洁|单)地?(?:回答|回复)",
    ),
    request=(r"(?:用户|问题|题目|这个问题|提问者|客户|对方)(?:想|问|要|说|在|是|的|希望|需要|询问|让)",),
    intent=(
        r"(?:我|让我|我们|咱们)(?:需要|应该|要|得|先|来|想|可以|打算|会|能)|首先|接下来|然后|先|现在|也许|可能|如果|但是|不过|另外",
    ),
)

_ARABIC = Phrasing(
    opening=(r"(?:حسنا|حسنًا|نعم|في الواقع)[،,.]?\s+",),
    therefore=(r"(?:إذن|إذًا|لذلك|لذا|وبالتالي|بالتالي|ومن ثم|باختصار|وهكذا|في النهاية)[،,]?\s+",),
    conclusion=(
        r"(?:الجواب|الإجابة|النتيجة|الاستنتاج|الخلاصة|الحل|المجموع|القرار)\b(?! (?:يجب|ينبغي|ستكون))",
        r"و?هذا يعني|قررت|وجدت أن|تأكدت|تبيّن أن|تبين أن",
    ),
    writing=(
        r"(?:الآن |والآن |ثم )?(?:سأكتب|سأجيب|سأصوغ|سأقدم|سألخص|سأرد|سأنسق|سأعرض|أكتب|أجيب|لنكتب)\b",
        r"(?:الآن |والآن |ثم )?(?:دعني|علي أن|يمكنني|يجب أن|حان وقت|ينبغي أن) (?:أكتب|أجيب|أصوغ|ألخص|أعرض|أنسق|كتابة|الإجابة|صياغة)\b",
        r"يجب أن (?:تكون الإجابة|يكون الرد)|(?:الإجابة|الرد) (?:يجب|ينبغي|ستكون)",
    ),
    request=(r"(?:المستخدم|السائل|العميل|السؤال|الطلب)\b|(?:يسأل|يريد|يطلب)\b",),
    intent=(r"(?:سأ\w+|أحتاج|يجب|دعني|لنر|لنبدأ|أولا|أولًا|ثانيا|ثانيًا|الآن|علي أن|ينبغي|ربما|لكن|ولكن|إذا كان)",),
)

LANGUAGES = (_ENGLISH, _PORTUGUESE, _SPANISH, _FRENCH, _GERMAN, _JAPANESE, _CHINESE, _ARABIC)

BARE_CONNECTORS = frozenset(
    ("so", "therefore", "thus", "hence", "consequently", "所以", "因此", "因而", "于是", "إذن", "إذًا", "لذلك", "لذا")
)
"""What a sentence can go without although no comma follows it: what is left is a sentence in the usual order."""


def beginning(role: Role) -> re.Pattern[str]:
    """What matches the beginning of sentences with a role, in all languages."""
    patterns = [pattern for language in LANGUAGES for pattern in getattr(language, role)]
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.I)
