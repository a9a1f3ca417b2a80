// Every language the kit speaks.
import ar from "../locales/ar.json";
import de from "../locales/de.json";
import enUS from "../locales/en-US.json";
import es from "../locales/es.json";
import fr from "../locales/fr.json";
import ja from "../locales/ja.json";
import ptBR from "../locales/pt-BR.json";
import zhCN from "../locales/zh-CN.json";

/** @type {Record<string, Record<string, import("./strings.js").Text>>} */
export const LOCALES = { ar, de, "en-US": enUS, es, fr, ja, "pt-BR": ptBR, "zh-CN": zhCN };
