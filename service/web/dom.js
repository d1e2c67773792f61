/** The element with an id. */
export const byId = (id) => document.getElementById(id);

/** A new element with properties, and children that are nodes or text. */
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** A button that copies the text of `node`, and says so until it is left. */
export function copies(button, node, say) {
  button.addEventListener("click", async () => {
    await copy(node);
    button.textContent = say("copied");
  });
  for (const leaving of ["blur", "pointerleave"]) {
    button.addEventListener(leaving, () => {
      button.textContent = say("copy");
    });
  }
}

/** Browsers have a clipboard for https and this machine only; anywhere else the old command still works. */
async function copy(node) {
  if (navigator.clipboard) return navigator.clipboard.writeText(node.textContent);
  getSelection().selectAllChildren(node);
  return document.execCommand("copy");
}
