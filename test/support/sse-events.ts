/** Reads the events of a server-sent event stream; skips heartbeats without data. */
export interface SseEvent {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly data: string;
}

export async function* sseEvents(response: Response): AsyncGenerator<SseEvent, void, undefined> {
  let text = '';
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + piece).split(/\r?\n\r?\n/);
    text = blocks.pop()!;
    for (const block of blocks) {
      const event = parse(block);
      if (event.data !== '') yield event;
    }
  }
}

function parse(block: string): SseEvent {
  let id: string | undefined;
  let name: string | undefined;
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field, value] = /^(\w+):? ?(.*)$/.exec(line) ?? [];
    if (field === 'id') id = value;
    else if (field === 'event') name = value;
    else if (field === 'data') data.push(value!);
  }
  return { id, name, data: data.join('\n') };
}
