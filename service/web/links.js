import { element } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const LEAST = 0.05; // weaker links would only hide the others

/** Source above, target below, as they read; a line from each target token to what it was made from. */
export class Links {
  #box;
  #source = [];
  #target = [];
  #weights = [];
  #lit = [null, null];

  /** `onLight(row, column)` is called for the token that is pointed at; with nulls for none. */
  constructor(box, onLight) {
    this.#box = box;
    box.addEventListener("pointerover", ({ target: { dataset } }) => onLight(index(dataset.row), index(dataset.column)));
    box.addEventListener("pointerleave", () => onLight(null, null));
    new ResizeObserver(() => this.#connect()).observe(box);
  }

  /** Show tokens, and weights [target][source]. */
  draw(source, target, weights) {
    this.#weights = weights;
    this.#source = source.map((token, column) => tokenOf(token, { column }));
    this.#target = target.map((token, row) => tokenOf(token, { row }));
    const lines = [
      element("p", {}, ...spaced(source, this.#source)),
      element("p", {}, ...spaced(target, this.#target)),
    ];
    this.#box.replaceChildren(document.createElementNS(SVG, "svg"), ...lines);
    this.light(null, null);
  }

  /** Mark one token, and the others as strongly as they are linked to it. */
  light(row, column) {
    this.#lit = [row, column];
    this.#source.forEach((token, at) => shade(token, column === at ? 1 : column === null ? this.#weights[row]?.[at] : 0));
    this.#target.forEach((token, at) => shade(token, row === at ? 1 : row === null ? this.#weights[at][column] : 0));
    this.#connect();
  }

  #connect() {
    const svg = this.#box.firstElementChild;
    if (!svg) return;
    const origin = this.#box.getBoundingClientRect();
    const [tops, ends] = [this.#source, this.#target].map((tokens) => tokens.map((token) => place(token, origin)));
    svg.replaceChildren(...this.#shown().map(([row, column, weight]) => line(tops[column], ends[row], weight)));
  }

  /** Of nothing in particular the strongest link of each target token; of a token all its links. */
  #shown() {
    const [row, column] = this.#lit;
    const all = this.#weights.flatMap((weights, at) => weights.map((weight, from) => [at, from, weight]));
    if (row === null && column === null) {
      return all.filter(([at, , weight]) => weight === Math.max(...this.#weights[at]));
    }
    const isWanted = ([at, from]) => (row === null || at === row) && (column === null || from === column);
    return all.filter((link) => isWanted(link) && link[2] >= LEAST);
  }
}

const index = (value) => (value === undefined ? null : Number(value));

function tokenOf(token, data) {
  const made = element("span", {}, token.trim());
  Object.assign(made.dataset, data);
  return made;
}

/** White space stands between the marked tokens, not in them. */
function spaced(texts, tokens) {
  return texts.flatMap((text, at) => [/^\s*/.exec(text)[0], tokens[at], text.trim() && /\s*$/.exec(text)[0]]);
}

function shade(token, weight = 0) {
  token.style.setProperty("--weight", weight);
}

function place(token, origin) {
  const { left, width, top, bottom } = token.getBoundingClientRect();
  return { x: left + width / 2 - origin.left, top: top - origin.top, bottom: bottom - origin.top };
}

function line(from, to, weight) {
  const middle = (from.bottom + to.top) / 2;
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", `M${from.x} ${from.bottom}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${to.top}`);
  path.setAttribute("stroke-opacity", weight);
  return path;
}
