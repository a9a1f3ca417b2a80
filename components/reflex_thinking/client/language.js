// The reader's language: which one it is for a part of the page, and the texts in it.
import { createContext, createElement as h, useContext, useMemo, useSyncExternalStore } from "react";
import { LOCALES } from "./locales.js";
import { DEFAULT_LOCALE, directionOf, formatMoment, preferredLocale, stringsOf, text, told } from "./strings.js";

const AUTO = "auto"; // as in locales/__init__.py

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

/**
 * The same, in an element that has the language and its direction and takes no part in the layout. It is there in any
 * language, so that what is below it, and what the reader has written there, outlives a change.
 */
export function LocaleArea({ locale, texts, children }) {
  const strings = useLocale(locale, texts);
  const attributes = useLanguageAttributes(strings);
  const below = h(StringsContext.Provider, { value: strings }, children);
  return h("div", { ...attributes, style: { display: "contents" } }, below);
}

/** The language of the whole app. Where it is the kit's own there is no element, and where it is the browser's it follows that. */
export function AppLocale({ locale, texts, children }) {
  const area = locale === DEFAULT_LOCALE ? Locale : locale === AUTO ? BrowserLocale : LocaleArea;
  return h(area, { locale, texts }, children);
}

function BrowserLocale({ texts, children }) {
  const known = useMemo(() => ({ ...LOCALES, ...texts }), [texts]);
  const locale = useSyncExternalStore(watchLanguages, () => preferredLocale(navigator.languages, known), () => DEFAULT_LOCALE);
  return h(LocaleArea, { locale, texts }, children);
}

function watchLanguages(listener) {
  window.addEventListener("languagechange", listener);
  return () => window.removeEventListener("languagechange", listener);
}

/** When something was: the time of day, or what is given in its place, with date and time on hover. */
export function Moment({ at, children, ...rest }) {
  const moment = formatMoment(useLanguage(), at);
  if (!moment) return h("span", rest, children);
  return h("time", { ...rest, dateTime: moment.iso, title: moment.full }, children ?? moment.time);
}

/** `t(key, values)` in the reader's language. */
export function useText() {
  const strings = useContext(StringsContext);
  return useMemo(() => (key, values) => text(strings, key, values), [strings]);
}

/** `told(message)`: what the kit says of a failure in the reader's language, anything else as it is. */
export function useTold() {
  const strings = useContext(StringsContext);
  return useMemo(() => (message) => told(strings, LOCALES[DEFAULT_LOCALE], message), [strings]);
}
