import { element } from "./dom.js";
import { CHANGED, text } from "./i18n.js";

const CAN_PASS = new Set(["Network", "Lost", "Busy", "Loading"]);

/** Show in `box` what is wrong, what the server said about it, and a way to try again where that can help. */
export function showProblem(box, problem, retry) {
  write(box, problem, retry);
  const rewrite = new AbortController();
  document.addEventListener(CHANGED, () => write(box, problem, retry), { signal: rewrite.signal });
  box.addEventListener("cleared", () => rewrite.abort(), { once: true });
}

/** Take away what was shown. */
export function clearProblem(box) {
  box.dispatchEvent(new Event("cleared"));
  box.replaceChildren();
  box.hidden = true;
}

function write(box, problem, retry) {
  const parts = [element("strong", {}, text(`problem${problem.kind}`))];
  if (problem.message) parts.push(" ", element("span", { lang: "en" }, problem.message));
  if (problem.retryAfter !== null) parts.push(" ", text("retryIn", { seconds: problem.retryAfter }));
  const words = element("p", {}, ...parts);
  const button = element("button", { type: "button", onclick: retry }, text("retry"));
  box.replaceChildren(words, ...(CAN_PASS.has(problem.kind) ? [button] : []));
  box.hidden = false;
}
