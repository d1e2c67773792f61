import { recall, remember } from "./store.js";
import { TEXTS } from "./texts.js";

/** What the document fires when its language has changed: whoever shows text of its own writes it anew. */
export const CHANGED = "dragoman:language";

/** The language of the page: the document's own. */
export const uiLanguage = () => document.documentElement.lang;

/** A text of the page, with its words in braces filled in. */
export function text(key, values = {}) {
  return TEXTS[uiLanguage()][key].replace(/{(\w+)}/g, (_, name) => values[name]);
}

/** Whether the page has a text. */
export const hasText = (key) => key in TEXTS[uiLanguage()];

/** Several words in a row, as people list them. */
export const listed = (words) => new Intl.ListFormat(uiLanguage()).format(words);

/** A number as people write it. */
export function number(value, digits = 0) {
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(uiLanguage(), format).format(value);
}

/** A span of time: milliseconds below a second. */
export function duration(seconds) {
  return seconds < 1 ? `${number(seconds * 1000)} ms` : `${number(seconds, 2)} s`;
}

/** The name of a language; the server's own name where the browser knows none. */
export function languageName({ code, name }) {
  const found = new Intl.DisplayNames(uiLanguage(), { type: "language", fallback: "none" }).of(code);
  return found ?? name;
}

/** Speak the language of an earlier visit, or the first one that the browser asks for and the page knows. */
export function startLanguage(select) {
  const wanted = [recall("language"), ...navigator.languages.map((tag) => tag.split("-")[0])];
  select.value = wanted.find((language) => language in TEXTS) ?? "en";
  speak(select.value);
  select.addEventListener("change", () => {
    remember("language", select.value);
    speak(select.value);
  });
}

function speak(language) {
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-text]")) node.textContent = text(node.dataset.text);
  for (const node of document.querySelectorAll("[data-label]")) node.ariaLabel = text(node.dataset.label);
  for (const node of document.querySelectorAll("[data-placeholder]")) node.placeholder = text(node.dataset.placeholder);
  document.dispatchEvent(new Event(CHANGED));
}
