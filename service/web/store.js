// What the page remembers from one visit to the next. A browser may refuse to keep anything.

/** What was kept under a name, or null. */
export function recall(name) {
  try {
    return localStorage.getItem(`dragoman.${name}`);
  } catch {
    return null;
  }
}

/** Keep a text under a name; null forgets it. */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(`dragoman.${name}`);
    else localStorage.setItem(`dragoman.${name}`, value);
  } catch {
    // Then it is asked for again next time.
  }
}
