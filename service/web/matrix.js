import { element } from "./dom.js";
import { number } from "./i18n.js";

// What is written downwards without being turned: scripts of East Asia, with their punctuation.
const UPRIGHT = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\u3000-\u303f\uff00-\uffef␣]/u;
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** A grey-scale matrix: target tokens down, source tokens across. Arrow keys walk through it. */
export class Matrix {
  #table;
  #onLight;
  #cells = [];
  #lit = [];

  /** `onLight(row, column)` is called for the cell that is pointed at or has the focus; with nulls for none. */
  constructor(table, onLight) {
    this.#table = table;
    this.#onLight = onLight;
    table.addEventListener("pointerover", (event) => this.#report(event.target));
    table.addEventListener("focusin", (event) => this.#report(event.target));
    table.addEventListener("pointerleave", () => this.#report(document.activeElement));
    table.addEventListener("focusout", () => onLight(null, null));
    table.addEventListener("keydown", (event) => this.#walk(event));
  }

  /** Show weights [target][source]. */
  draw(source, target, weights) {
    const head = element("tr", {}, element("td"), ...source.map((token) => header("col", token)));
    this.#cells = weights.map((row, number) => row.map((weight, column) => cell(weight, number, column)));
    const rows = this.#cells.map((row, number) => element("tr", {}, header("row", target[number]), ...row));
    this.#table.replaceChildren(element("thead", {}, head), element("tbody", {}, ...rows));
    this.#lit = [];
    if (this.#cells[0]?.[0]) this.#cells[0][0].tabIndex = 0;
  }

  /** Mark the headers of a row and of a column, and the cell where they meet. */
  light(row, column) {
    for (const node of this.#lit) node.classList.remove("lit");
    const [head, ...rows] = this.#table.rows;
    this.#lit = [head?.cells[(column ?? -2) + 1], rows[row]?.cells[0], this.#cells[row]?.[column]].filter(Boolean);
    for (const node of this.#lit) node.classList.add("lit");
  }

  #report(node) {
    const { row, column } = node.dataset ?? {};
    if (row === undefined || !this.#table.contains(node)) this.#onLight(null, null);
    else this.#onLight(Number(row), Number(column));
  }

  #walk(event) {
    const { row, column } = event.target.dataset;
    const next = this.#neighbour(event, Number(row), Number(column));
    if (!next) return;
    event.preventDefault();
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  #neighbour({ key, ctrlKey }, row, column) {
    const last = this.#cells[row].length - 1;
    if (key === "Home") return this.#cells[ctrlKey ? 0 : row][0];
    if (key === "End") return this.#cells[ctrlKey ? this.#cells.length - 1 : row][last];
    const [down, right] = STEPS[key] ?? [];
    return this.#cells[row + down]?.[column + right];
  }
}

function header(scope, token) {
  return element("th", { scope }, element("span", { className: UPRIGHT.test(token) ? "upright" : "" }, token));
}

function cell(weight, row, column) {
  const made = element("td", { tabIndex: -1, role: "gridcell", ariaLabel: number(weight, 2) });
  Object.assign(made.dataset, { row, column });
  made.style.setProperty("--weight", weight);
  return made;
}
