/** The call of a shell that asks for the same translation. */
export function curlOf(path, fields, hasKey) {
  const parts = ["curl -N", quoted(absolute(path)), "-H 'Content-Type: application/json'", ...keyHeader(hasKey)];
  return [...parts, `-d ${quoted(JSON.stringify(fields))}`].join(" ");
}

/** The call of a shell that asks for the same translation of a file. */
export function curlOfFile(path, fields, fileName, hasKey) {
  const forms = Object.entries(fields).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`);
  const file = `-F ${quoted(`file=@"${fileName.replace(/[\\"]/g, "\\$&")}"`)}`;
  return ["curl -N", quoted(absolute(path)), ...keyHeader(hasKey), file, ...forms].join(" ");
}

/** The key itself is never shown. */
function keyHeader(hasKey) {
  return hasKey ? ['-H "Authorization: Bearer $DRAGOMAN_API_KEY"'] : [];
}

const absolute = (path) => new URL(path, document.baseURI).href;
const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;
