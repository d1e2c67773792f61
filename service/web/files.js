import { follow } from "./api.js";
import { curlOfFile } from "./curl.js";
import { byId, element } from "./dom.js";
import { CHANGED, number, text } from "./i18n.js";
import { showWarnings } from "./results.js";
import { Task } from "./task.js";

const PATH = "translate_file";
const TABLES = /\.(csv|tsv)$/i;

/** Translates a file: it goes up, the server tells how far it is, and the translation is there to be fetched. */
export class FileTranslation {
  #input = byId("file");
  #columns = byId("columns");
  #progress = byId("file-progress");
  #task = new Task(byId("file-translate"), byId("file-stop"), byId("file-problem"));
  #pickers;
  #key;
  #formats = [];
  #result = null; // the last event of the last translation

  constructor(pickers, key) {
    this.#pickers = pickers;
    this.#key = key;
    this.#input.addEventListener("change", () => this.#chosen());
    byId("file-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#translate();
    });
    this.#takeDrops(byId("files"));
    document.addEventListener(CHANGED, () => this.#rewrite());
  }

  /** The suffixes of the files that the server reads. */
  accept(formats) {
    this.#formats = formats;
    this.#input.accept = formats.join(",");
    this.#rewrite();
  }

  /** A file that is dropped is as good as one that is chosen. */
  #takeDrops(area) {
    const light = (isOver) => area.classList.toggle("over", isOver);
    area.addEventListener("dragover", (event) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      light(true);
    });
    area.addEventListener("dragleave", (event) => light(area.contains(event.relatedTarget)));
    area.addEventListener("drop", (event) => {
      light(false);
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      this.#input.files = event.dataTransfer.files;
      this.#chosen();
    });
  }

  #chosen() {
    this.#task.stop();
    const [file] = this.#input.files;
    byId("file-name").textContent = file?.name ?? "";
    byId("file-translate").disabled = !file;
    this.#columns.disabled = !TABLES.test(file?.name ?? "");
    byId("columns-option").hidden = this.#columns.disabled;
    this.#result = null;
    this.#rewrite();
  }

  async #translate() {
    this.#result = null;
    this.#rewrite();
    this.#showProgress({ unitsDone: 0, unitsTotal: 1 });
    await this.#task.run((signal) => this.#stream(signal));
    this.#progress.hidden = true;
    this.#rewrite();
  }

  async #stream(signal) {
    const [file] = this.#input.files;
    const { source, target } = this.#pickers;
    const fields = { source, target, stream: "true" };
    if (!this.#columns.disabled) fields.columns = this.#columns.value;
    byId("curl").textContent = curlOfFile(PATH, fields, file.name, "Authorization" in this.#key());
    byId("call").hidden = false;
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...fields, file })) body.append(name, value);
    const init = { headers: this.#key(), body, signal };
    this.#result = await follow(PATH, init, "translatedFileUrl", (event) => this.#showProgress(event));
  }

  #showProgress({ unitsDone, unitsTotal }) {
    const [bar, words] = this.#progress.children;
    Object.assign(bar, { max: unitsTotal, value: unitsDone });
    words.textContent = text("fileProgress", { done: number(unitsDone), total: number(unitsTotal) });
    this.#progress.hidden = false;
  }

  #rewrite() {
    byId("formats").textContent = this.#formats.length ? text("formats", { formats: this.#formats.join(", ") }) : "";
    byId("file-state").replaceChildren(...(this.#result ? [this.#link()] : []));
    showWarnings(byId("file-warnings"), this.#result?.warnings ?? []);
  }

  #link() {
    const { name } = this.#input.files[0];
    return element("a", { href: this.#result.translatedFileUrl, download: "" }, text("download", { name }));
  }
}
