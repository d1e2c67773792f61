import { recall, remember } from "./store.js";

const system = matchMedia("(prefers-color-scheme: dark)");

/** Let a button switch between light and dark. Without a choice of its own the page is as the system is. */
export function startTheme(button) {
  const chosen = recall("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
  const update = () => button.setAttribute("aria-pressed", String(isDark()));
  button.addEventListener("click", () => {
    choose(!isDark());
    update();
  });
  system.addEventListener("change", update);
  update();
}

function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : system.matches;
}

/** A choice that agrees with the system is none: the page follows it again. */
function choose(dark) {
  const theme = dark === system.matches ? null : dark ? "dark" : "light";
  remember("theme", theme);
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
