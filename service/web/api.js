import { eventsIn } from "./events.js";

/** What went wrong, as the user has to know it: a kind, the server's own words, and when to try again. */
export class Problem extends Error {
  constructor(kind, message = "", retryAfter = null) {
    super(message);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

/** The JSON of a GET. Throws Problem. */
export async function read(path) {
  return (await call(path, {})).json();
}

/**
 * POST and follow the stream of events: `onProgress` gets each, until one has `lastKey` and is the result.
 * Throws Problem, or the reason of `init.signal` if that ends it.
 */
export async function follow(path, init, lastKey, onProgress) {
  const response = await call(path, { method: "POST", ...init });
  try {
    for await (const event of eventsIn(response.body)) {
      if ("error" in event) throw new Problem("Fault", event.error);
      if (lastKey in event) return event;
      onProgress(event);
    }
  } catch (error) {
    throw error instanceof TypeError ? new Problem("Lost") : error;
  }
  throw new Problem("Lost");
}

async function call(path, init) {
  const response = await fetch(path, init).catch((error) => {
    throw error instanceof TypeError ? new Problem("Network") : error;
  });
  if (response.ok) return response;
  throw new Problem(kindOf(response.status), await messageOf(response), retryAfterOf(response));
}

function kindOf(status) {
  if (status === 401 || status === 403) return "Key";
  if (status === 429) return "Busy";
  if (status === 503) return "Loading";
  return status < 500 ? "Refused" : "Fault";
}

/** Something in front of the server may answer too, and not in JSON. */
async function messageOf(response) {
  const body = await response.text();
  try {
    return JSON.parse(body).error ?? body;
  } catch {
    return `${response.status} ${response.statusText}`;
  }
}

function retryAfterOf(response) {
  const seconds = Number.parseInt(response.headers.get("Retry-After"), 10);
  return Number.isNaN(seconds) ? null : seconds;
}
