import { byId, element } from "./dom.js";
import { duration, number, text } from "./i18n.js";
import { saying } from "./warnings.js";

/** Warnings: the kind of each, and what there is to say about it. */
export function showWarnings(section, warnings) {
  const items = warnings.map((warning) => {
    const kind = element("strong", {}, text(`warning_${warning.code}`));
    return element("li", {}, kind, ": ", element("span", {}, saying(warning)));
  });
  fill(section, "ul", items);
}

/** Further translations, each with its score. */
export function showAlternatives(alternatives, scores, language) {
  const items = alternatives.map((alternative, index) => {
    const score = scores[index];
    const words = element("span", { lang: language, dir: "auto" }, alternative);
    const note = typeof score === "number" ? [" ", element("span", { className: "score" }, scoreText(score))] : [];
    return element("li", {}, words, ...note);
  });
  fill(byId("alternatives"), "ol", items);
}

/** What a translation took. Each fact is left out where the server does not tell it. */
export function showTiming({ timings, usage, translatedText }, score, language) {
  const facts = [
    [text("inQueue"), timings.queueSeconds, duration],
    [text("firstWords"), timings.firstDeltaSeconds, duration],
    [text("speed"), wordsIn(translatedText, language) / timings.totalSeconds, number],
    [text("total"), timings.totalSeconds, duration],
    [text("tokens"), `${number(usage.sourceTokens)} → ${number(usage.targetTokens)}`, String],
    [text("score", { score: "" }).trim(), score, (value) => number(value, 2)],
  ].filter(([, value]) => value !== undefined && value !== null);
  const nodes = facts.map(([name, value, format]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, format(value))),
  );
  byId("timing").replaceChildren(...nodes);
  byId("timing").hidden = false;
}

/** Words as the language has them, also where it writes no spaces. */
function wordsIn(translation, language) {
  const segmenter = new Intl.Segmenter(language, { granularity: "word" });
  return [...segmenter.segment(translation)].filter((segment) => segment.isWordLike).length;
}

const scoreText = (score) => text("score", { score: number(score, 2) });

function fill(section, list, items) {
  section.querySelector(list).replaceChildren(...items);
  section.hidden = items.length === 0;
}
