"""The questions that the page suggests, in every language.

The local model knows English and Portuguese words only, so it reads a suggestion in its English words.
"""

from typing import Literal

SUGGESTIONS = {
    "en-US": {
        "clinics": "Have you built voice agents for clinics?",
        "rail": "How did the rail inspection project find cracks?",
        "compare": "Compare the insurer's claims triage with the telecom support assistant",
        "longest": "Which project took longest, and why?",
        "install": "How do I add the chat to my own Reflex app?",
        "museum": "We need a search over a museum archive. Would you be a good fit?",
    },
    "de": {
        "clinics": "Haben Sie schon Sprachagenten für Kliniken gebaut?",
        "rail": "Wie hat das Projekt zur Gleisinspektion Risse gefunden?",
        "compare": "Vergleichen Sie die Schadenvorprüfung des Versicherers mit dem Support-Assistenten des Telekomanbieters",
        "longest": "Welches Projekt hat am längsten gedauert, und warum?",
        "install": "Wie füge ich den Chat in meine eigene Reflex-App ein?",
        "museum": "Wir brauchen eine Suche über ein Museumsarchiv. Würde das zu Ihnen passen?",
    },
    "es": {
        "clinics": "¿Han creado agentes de voz para clínicas?",
        "rail": "¿Cómo encontraba grietas el proyecto de inspección ferroviaria?",
        "compare": "Compara el triaje de siniestros de la aseguradora con el asistente de soporte de la operadora",
        "longest": "¿Qué proyecto tardó más y por qué?",
        "install": "¿Cómo añado el chat a mi propia app de Reflex?",
        "museum": "Necesitamos un buscador para el archivo de un museo. ¿Serían una buena opción?",
    },
    "fr": {
        "clinics": "Avez-vous déjà créé des agents vocaux pour des cliniques ?",
        "rail": "Comment le projet d’inspection ferroviaire détectait-il les fissures ?",
        "compare": "Comparez le tri des sinistres de l’assureur avec l’assistant de support de l’opérateur télécom",
        "longest": "Quel projet a pris le plus de temps, et pourquoi ?",
        "install": "Comment ajouter le chat à ma propre application Reflex ?",
        "museum": "Il nous faut une recherche dans les archives d’un musée. Seriez-vous le bon partenaire ?",
    },
    "ja": {
        "clinics": "診療所向けの音声エージェントを作ったことはありますか？",
        "rail": "鉄道点検プロジェクトはどのように亀裂を見つけましたか？",
        "compare": "保険会社の請求トリアージと通信会社のサポートアシスタントを比較してください",
        "longest": "いちばん時間がかかったプロジェクトはどれで、なぜですか？",
        "install": "自分の Reflex アプリにこのチャットを追加するには？",
        "museum": "博物館のアーカイブを検索できるようにしたいのですが、お願いできますか？",
    },
    "pt-BR": {
        "clinics": "Vocês já criaram agentes de voz para clínicas?",
        "rail": "Como o projeto de inspeção ferroviária encontrou as trincas?",
        "compare": "Compare a triagem de sinistros da seguradora com o assistente de suporte da operadora de telecom",
        "longest": "Qual projeto demorou mais, e por quê?",
        "install": "Como adiciono o chat ao meu próprio app Reflex?",
        "museum": "Precisamos de uma busca no acervo de um museu. Vocês seriam uma boa escolha?",
    },
    "zh-CN": {
        "clinics": "你们为诊所做过语音助手吗？",
        "rail": "铁路巡检项目是怎样发现裂缝的？",
        "compare": "比较保险公司的理赔分流和电信公司的客服助手",
        "longest": "哪个项目耗时最长？为什么？",
        "install": "怎样把聊天加到我自己的 Reflex 应用里？",
        "museum": "我们需要一个博物馆档案的搜索功能。你们合适吗？",
    },
    "ar": {
        "clinics": "هل سبق أن طوّرتم وكلاء صوتيين للعيادات؟",
        "rail": "كيف اكتشف مشروع فحص السكك الحديدية الشقوق؟",
        "compare": "قارن بين فرز مطالبات شركة التأمين ومساعد الدعم لشركة الاتصالات",
        "longest": "أي مشروع استغرق أطول وقت، ولماذا؟",
        "install": "كيف أضيف الدردشة إلى تطبيق Reflex الخاص بي؟",
        "museum": "نحتاج إلى بحث في أرشيف متحف. هل أنتم مناسبون لذلك؟",
    },
}
_KNOWN: dict[str, tuple[str, Literal["en", "pt"]]] = {
    question: (SUGGESTIONS["en-US"][name], "pt" if locale == "pt-BR" else "en")
    for locale, suggested in SUGGESTIONS.items()
    for name, question in suggested.items()
}


def read_suggestion(question: str) -> tuple[str, Literal["en", "pt"]] | None:
    """A suggestion in its English words, and the language to answer it in; None for any other question."""
    return _KNOWN.get(question.strip())
