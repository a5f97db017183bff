// Server-sent events, as GraphQL over SSE uses them (distinct connections).

/** One event of a stream: `next` with the JSON of a result, or `complete`. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** The events in a body. */
export async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let name = "message";
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines.map((each) => each.replace(/\r$/, ""))) {
        if (line === "") {
          if (data.length > 0 || name !== "message") yield { name, data: data.join("\n") };
          [name, data] = ["message", []];
        } else if (line.startsWith("event:")) name = line.slice(6).replace(/^ /, "");
        else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined); // the connection may be lost already
  }
}
