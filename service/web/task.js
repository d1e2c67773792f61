import { Problem } from "./api.js";
import { clearProblem, showProblem } from "./problems.js";

/** One piece of work at a time: its buttons, and what is shown when it goes wrong. */
export class Task {
  #start;
  #stop;
  #box;
  #controller = null;

  constructor(start, stop, box) {
    this.#start = start;
    this.#stop = stop;
    this.#box = box;
    stop.addEventListener("click", () => this.stop());
  }

  /** Run `work(signal)` and say how it ended: "done", "stopped", "failed", or "replaced" by a later one. */
  async run(work) {
    this.#controller?.abort("replaced");
    const controller = new AbortController();
    this.#controller = controller;
    this.#show(true);
    clearProblem(this.#box);
    try {
      await work(controller.signal);
      return "done";
    } catch (error) {
      if (controller.signal.aborted) return controller.signal.reason;
      if (!(error instanceof Problem)) throw error;
      showProblem(this.#box, error, () => this.#start.form.requestSubmit());
      return "failed";
    } finally {
      if (this.#controller === controller) this.#show(false);
    }
  }

  /** End what runs; the server stops working on it at once. */
  stop() {
    this.#controller?.abort("stopped");
  }

  /** The focus stays on the one place where both buttons are shown in turn. */
  #show(isRunning) {
    const [shown, hidden] = isRunning ? [this.#stop, this.#start] : [this.#start, this.#stop];
    const hadFocus = document.activeElement === hidden;
    shown.hidden = false;
    hidden.hidden = true;
    if (hadFocus) shown.focus();
  }
}
