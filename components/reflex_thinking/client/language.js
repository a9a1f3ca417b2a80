// The reader's language: which one it is for a part of the page, and the texts in it.
import { createContext, createElement as h, useContext, useMemo } from "react";
import { LOCALES } from "./locales.js";
import { DEFAULT_LOCALE, directionOf, stringsOf, text } from "./strings.js";

export const StringsContext = createContext(stringsOf(DEFAULT_LOCALE, LOCALES));

/** The strings of a locale; `texts` are the host app's own, by locale. What is not given comes from around. */
export function useLocale(locale, texts) {
  const inherited = useContext(StringsContext);
  return useMemo(() => {
    if (!locale && !texts) return inherited;
    return stringsOf(locale || inherited.locale, LOCALES, texts ?? inherited.own);
  }, [inherited, locale, texts]);
}

/** The attributes of an element in whose language these strings are, when that is not the one around it. */
export function useLanguageAttributes(strings) {
  const around = useContext(StringsContext);
  return strings.locale === around.locale ? {} : { lang: strings.locale, dir: directionOf(strings.locale) };
}

/** The reader's language. */
export function useLanguage() {
  return useContext(StringsContext).locale;
}

/** Gives everything below it a language. */
export function Locale({ locale, texts, children }) {
  return h(StringsContext.Provider, { value: useLocale(locale, texts) }, children);
}

/** The same, and what is below it also has that language's direction. Its element takes no part in the layout. */
export function LocaleArea({ locale, texts, children }) {
  const strings = useLocale(locale, texts);
  const attributes = useLanguageAttributes(strings);
  const below = h(StringsContext.Provider, { value: strings }, children);
  return attributes.lang ? h("div", { ...attributes, style: { display: "contents" } }, below) : below;
}

/** `t(key, values)` in the reader's language. */
export function useText() {
  const strings = useContext(StringsContext);
  return useMemo(() => (key, values) => text(strings, key, values), [strings]);
}
