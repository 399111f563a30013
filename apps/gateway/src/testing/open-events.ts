/** Reads server-sent events with their fields unchanged. */
export type SentEvent = Readonly<Record<string, string>>;

export async function openEvents(url: string) {
  const abort = new AbortController();
  const response = await fetch(url, { signal: abort.signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async next(): Promise<SentEvent> {
      for (let end = text.indexOf('\n\n'); ; end = text.indexOf('\n\n')) {
        if (end >= 0) {
          const lines = text.slice(0, end).split('\n');
          text = text.slice(end + 2);
          return Object.fromEntries(
            lines.map(line => [line.split(':', 1)[0]!, line.slice(line.indexOf(':') + 1)]),
          );
        }
        const { done, value } = await reader.read();
        if (done) return undefined as unknown as SentEvent;
        text += value;
      }
    },
    async close(): Promise<void> {
      abort.abort();
      await reader.closed.catch(() => undefined);
    },
  };
}
