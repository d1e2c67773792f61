import { byId, element } from "./dom.js";
import { CHANGED, number, text } from "./i18n.js";
import { Links } from "./links.js";
import { Matrix } from "./matrix.js";

/** The cross-attention of a translation, one sentence at a time: word links and a matrix, which light up together. */
export class AlignmentView {
  #section = byId("alignment");
  #sentence = byId("sentence");
  #weight = byId("weight");
  #links = new Links(byId("links"), (row, column) => this.#light(row, column));
  #matrix = new Matrix(byId("matrix"), (row, column) => this.#light(row, column));
  #sentences = [];

  constructor() {
    this.#sentence.addEventListener("change", () => this.#draw());
    document.addEventListener(CHANGED, () => this.#showAll());
  }

  /** Show `{source, target, weights}` of each sentence; nothing for none. */
  show(sentences) {
    this.#sentences = sentences;
    this.#showAll();
  }

  #showAll() {
    const total = this.#sentences.length;
    this.#section.hidden = total === 0;
    if (total === 0) return;
    const chosen = Math.min(Math.max(this.#sentence.selectedIndex, 0), total - 1);
    const options = this.#sentences.map((_, index) =>
      element("option", { value: index }, text("sentenceNumber", { number: index + 1, total })),
    );
    this.#sentence.replaceChildren(...options);
    this.#sentence.selectedIndex = chosen;
    this.#sentence.hidden = total === 1;
    this.#draw();
  }

  get #current() {
    return this.#sentences[this.#sentence.selectedIndex];
  }

  #draw() {
    const { source, target, weights } = this.#current;
    this.#links.draw(source, target, weights);
    this.#matrix.draw(labelsOf(source), labelsOf(target), weights);
    this.#light(null, null);
  }

  /** A target token (row), a source token (column), or both. */
  #light(row, column) {
    this.#links.light(row, column);
    this.#matrix.light(row, column);
    this.#weight.textContent = this.#sentenceOf(row, column);
  }

  #sentenceOf(row, column) {
    if (row === null || column === null) return "";
    const { source, target, weights } = this.#current;
    const names = { source: labelsOf(source)[column], target: labelsOf(target)[row] };
    return text("linked", { ...names, weight: number(weights[row][column], 2) });
  }
}

/** How tokens are called; the one that ends a sentence has no text. */
function labelsOf(tokens) {
  const labels = tokens.map((token) => token.trim() || "␣");
  return tokens.at(-1) === "" ? [...labels.slice(0, -1), `⟨${text("endToken")}⟩`] : labels;
}
