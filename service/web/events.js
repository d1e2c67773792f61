/** The events of a stream, each as it arrives. The server writes one line of JSON for each; other lines say nothing. */
export async function* eventsIn(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    yield* lines.filter((line) => line.startsWith("data:")).map((line) => JSON.parse(line.slice("data:".length)));
  }
}
