import { hasText, languageName, listed, number, text, uiLanguage } from "./i18n.js";

const QUOTED = new Set(["option", "part", "parts", "source"]);

/** What a warning says, in the language of the page: the server's own sentence is English, its values are in any. */
export function saying({ code, values = {} }) {
  const written = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, writing(name, value)]));
  const further = Object.keys(values).map((name) => `says_${code}_${name}`);
  const sentences = [`says_${code}`, ...further.filter(hasText)].map((key) => text(key, written));
  return sentences.join(uiLanguage() === "zh" ? "" : " ");
}

function writing(name, value) {
  if (name === "language") return languageName({ code: value, name: value });
  const words = [value].flat().map((word) => (typeof word === "number" ? number(word) : word));
  return listed(QUOTED.has(name) ? words.map((word) => text("quoted", { words: word })) : words);
}
