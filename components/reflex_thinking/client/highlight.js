// Colours for code, in a file of their own because they are large and loaded only when code is shown.
import { common, createLowlight } from "lowlight";

const lowlight = createLowlight(common);

/** The tokens of a piece of code, or null where the language is not known. @param {string} language @param {string} text */
export function highlight(language, text) {
  return lowlight.registered(language) ? lowlight.highlight(language, text).children : null;
}
