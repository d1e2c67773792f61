import { follow } from "./api.js";
import { AlignmentView } from "./alignment.js";
import { curlOf } from "./curl.js";
import { byId, copies } from "./dom.js";
import { CHANGED, number, text } from "./i18n.js";
import { clearProblem } from "./problems.js";
import { showAlternatives, showTiming, showWarnings } from "./results.js";
import { Task } from "./task.js";

const PATH = "translate";

/** The two panels: a text goes out, its translation comes in as it is made. */
export class Translation {
  #form = byId("translation");
  #source = byId("source");
  #output = byId("output");
  #state = byId("state");
  #task = new Task(byId("translate"), byId("stop"), byId("problem"));
  #alignment = new AlignmentView();
  #pickers;
  #key;
  #target = "";
  #result = null; // the last event of the last translation
  #stateKey = null;

  /** `key` gives the headers that an API key needs, if there is one. */
  constructor(pickers, key) {
    this.#pickers = pickers;
    this.#key = key;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#translate();
    });
    this.#form.addEventListener("keydown", (event) => this.#shortcut(event));
    document.addEventListener(CHANGED, () => this.#rewrite());
    byId("num-alternatives").addEventListener("change", widenSearch);
    byId("beams").addEventListener("change", narrowAlternatives);
    copies(byId("copy"), this.#output, text);
    copies(byId("copy-call"), byId("curl"), text);
  }

  /** The languages have changed places: so does the text. */
  swap() {
    this.#task.stop();
    this.#source.value = this.#output.textContent;
    this.#source.dispatchEvent(new Event("input"));
    this.#clear();
    this.#say(null);
  }

  #shortcut(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.#form.requestSubmit();
    if (event.key === "Escape") this.#task.stop();
  }

  async #translate() {
    if (!this.#source.value.trim()) {
      clearProblem(byId("problem"));
      this.#say("nothing");
      this.#source.focus();
      return;
    }
    this.#clear();
    this.#say("translating");
    this.#output.ariaBusy = "true";
    const outcome = await this.#task.run((signal) => this.#stream(signal));
    if (outcome === "replaced") return;
    this.#output.ariaBusy = "false";
    this.#say(outcome === "failed" ? null : outcome);
  }

  async #stream(signal) {
    const fields = this.#fields();
    this.#target = fields.target;
    this.#output.lang = fields.target;
    byId("curl").textContent = curlOf(PATH, fields, "Authorization" in this.#key());
    byId("call").hidden = false;
    const headers = { "Content-Type": "application/json", ...this.#key() };
    const init = { headers, body: JSON.stringify(fields), signal };
    const result = await follow(PATH, init, "translatedText", ({ delta }) => this.#append(delta));
    this.#output.textContent = result.translatedText;
    this.#result = result;
    this.#rewrite();
  }

  #fields() {
    const [beams, alternatives] = [byId("beams"), byId("num-alternatives")].map((select) => Number(select.value));
    const optional = {
      num_beams: beams,
      alternatives,
      scores: beams > 1 || alternatives > 0, // without a search there are none
      alignment: byId("wants-alignment").checked,
    };
    const { source, target } = this.#pickers;
    const chosen = Object.entries(optional).filter(([, value]) => value);
    return { q: this.#source.value, source, target, stream: true, ...Object.fromEntries(chosen) };
  }

  /** Who reads at the end stays there; who has scrolled up is left in peace. */
  #append(delta) {
    const output = this.#output;
    const isAtEnd = output.scrollTop + output.clientHeight >= output.scrollHeight - 1;
    output.append(delta);
    if (isAtEnd) output.scrollTop = output.scrollHeight;
    byId("copy").disabled = false;
  }

  #clear() {
    this.#output.replaceChildren();
    this.#result = null;
    this.#pickers.detected = null;
    byId("detected").textContent = "";
    byId("copy").disabled = true;
    byId("timing").hidden = true;
    showWarnings(byId("warnings"), []);
    showAlternatives([], []);
    this.#alignment.show([]);
  }

  #say(key) {
    this.#stateKey = key;
    this.#state.textContent = key ? text(key) : "";
  }

  /** Everything about the last result that is said in the language of the page. */
  #rewrite() {
    this.#say(this.#stateKey);
    if (this.#result) this.#show(this.#result);
  }

  #show(result) {
    const [score, ...others] = result.scores ?? [];
    showTiming(result, score, this.#target);
    showWarnings(byId("warnings"), result.warnings ?? []);
    showAlternatives(result.alternatives ?? [], others, this.#target);
    this.#alignment.show(result.alignment ?? []);
    if (result.detectedLanguage) this.#showDetected(result.detectedLanguage);
  }

  #showDetected({ language, confidence }) {
    this.#pickers.detected = language;
    const values = { language: this.#pickers.nameOf(language), confidence: number(confidence) };
    byId("detected").textContent = text("detected", values);
  }
}

/** A search finds as many translations as it has beams, so further ones need more. By default there are enough. */
function widenSearch() {
  const [beams, least] = [byId("beams"), Number(byId("num-alternatives").value) + 1];
  const options = [...beams.options].map((option) => option.value);
  if (beams.value && Number(beams.value) < least) beams.value = options.find((value) => Number(value) >= least);
}

function narrowAlternatives() {
  const [beams, alternatives] = [byId("beams").value, byId("num-alternatives")];
  if (beams && Number(beams) <= Number(alternatives.value)) alternatives.value = Number(beams) - 1;
}
