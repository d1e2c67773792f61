import { element } from "./dom.js";
import { CHANGED, languageName, text } from "./i18n.js";
import { recall, remember } from "./store.js";

const AUTO = "auto";

/** The choice of two languages among the pairs that the server has. */
export class Pickers {
  #source;
  #target;
  #swap;
  #languages = [];
  #detected = null;

  /** `onSwap` is called when the languages have changed places. */
  constructor(source, target, swap, onSwap) {
    this.#source = source;
    this.#target = target;
    this.#swap = swap;
    source.addEventListener("change", () => this.#choose(source.value, target.value));
    target.addEventListener("change", () => this.#choose(source.value, target.value));
    document.addEventListener(CHANGED, () => this.#show(source.value, target.value));
    swap.addEventListener("click", () => {
      if (!this.#canSwap) return;
      this.#choose(target.value, this.#known);
      onSwap();
    });
  }

  /** Offer the languages of the server, and choose what was chosen last time. */
  offer(languages) {
    this.#languages = languages;
    this.#show(recall("source"), recall("target"));
  }

  get source() {
    return this.#source.value;
  }

  get target() {
    return this.#target.value;
  }

  /** The language that the last text was found to be in; null for none. */
  set detected(code) {
    this.#detected = code;
    this.#explainSwap();
  }

  /** The name of a language by its code. */
  nameOf(code) {
    return languageName(this.#languages.find((language) => language.code === code) ?? { code, name: code });
  }

  #choose(source, target) {
    this.#show(source, target);
    remember("source", this.source);
    remember("target", this.target);
  }

  /** Where there is no such language, the first one is chosen. */
  #show(source, target) {
    const auto = element("option", { value: AUTO }, text("detect"));
    fill(this.#source, [auto, ...this.#languages.map((language) => this.#option(language.code))], source);
    fill(this.#target, this.#targets.map((code) => this.#option(code)), target);
    this.#explainSwap();
  }

  #option(code) {
    return element("option", { value: code }, this.nameOf(code));
  }

  /** What the source can become; itself is left out, since its text would only be copied. */
  get #targets() {
    const isChosen = ({ code }) => this.source === AUTO || this.source === code;
    const found = this.#languages.filter(isChosen).flatMap(({ code, targets }) => targets.filter((to) => to !== code));
    return this.#languages.map(({ code }) => code).filter((code) => found.includes(code));
  }

  get #known() {
    return this.source === AUTO ? this.#detected : this.source || null;
  }

  get #canSwap() {
    const back = this.#languages.find(({ code }) => code === this.target);
    return this.#known !== this.target && Boolean(back?.targets.includes(this.#known));
  }

  /** Not `disabled`: a button that cannot be reached cannot say why either. */
  #explainSwap() {
    this.#swap.ariaDisabled = String(!this.#canSwap);
    this.#swap.title = this.#swapTitle;
  }

  get #swapTitle() {
    if (this.#canSwap) return text("swap");
    if (!this.#known) return text("swapUnknown");
    return text("cannotSwap", { source: this.nameOf(this.target), target: this.nameOf(this.#known) });
  }
}

function fill(select, options, wanted) {
  select.replaceChildren(...options);
  const found = options.find((option) => option.value === wanted) ?? options[0];
  if (found) select.value = found.value;
}
