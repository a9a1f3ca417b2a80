// Every language the kit speaks.
import enUS from "../locales/en-US.json";
import ptBR from "../locales/pt-BR.json";

/** @type {Record<string, Record<string, import("./strings.js").Text>>} */
export const LOCALES = { "en-US": enUS, "pt-BR": ptBR };
