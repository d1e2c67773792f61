import { Problem, read } from "./api.js";
import { byId } from "./dom.js";
import { FileTranslation } from "./files.js";
import { CHANGED, number, startLanguage } from "./i18n.js";
import { Pickers } from "./pickers.js";
import { clearProblem, showProblem } from "./problems.js";
import { startTheme } from "./theme.js";
import { Translation } from "./translation.js";

const key = () => (byId("key").value ? { Authorization: `Bearer ${byId("key").value}` } : {});
const pickers = new Pickers(byId("source-language"), byId("target-language"), byId("swap"), () => translation.swap());
const translation = new Translation(pickers, key);
const files = new FileTranslation(pickers, key);

/** What the server has; while it loads, it is asked again when it said to. */
async function connect() {
  try {
    const [languages, settings] = await Promise.all([read("languages"), read("frontend/settings")]);
    clearProblem(byId("problem"));
    pickers.offer(languages);
    files.accept(settings.supportedFilesFormat);
    byId("files").hidden = !settings.filesTranslation;
    byId("key-option").hidden = !settings.keyRequired;
    countCharacters(settings.charLimit);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    const waits = problem.kind === "Loading";
    showProblem(byId("problem"), waits ? new Problem("Waiting", problem.message) : problem, connect);
    if (waits) setTimeout(connect, 1000 * (problem.retryAfter ?? 1));
  }
}

function countCharacters(limit) {
  const source = byId("source");
  const update = () => {
    const count = [...source.value].length;
    byId("count").firstElementChild.textContent = `${number(count)} / ${number(limit)}`;
    byId("count").classList.toggle("over", count > limit);
  };
  source.addEventListener("input", update);
  document.addEventListener(CHANGED, update);
  update();
}

startTheme(byId("theme"));
startLanguage(byId("ui-language"));
connect();
