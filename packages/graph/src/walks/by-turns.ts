/**
 * Pages of several sources, one of each by turns. Each source works on its next page while the reader is busy with
 * others, and on no more than that one.
 */
export async function* byTurns<T>(sources: readonly AsyncGenerator<T>[]): AsyncGenerator<T> {
  const ahead = sources.map(source => ({ source, page: begin(source) }));
  try {
    while (ahead.length > 0) {
      for (let i = 0; i < ahead.length;) {
        const turn = ahead[i]!;
        const step = await turn.page;
        if (step.done === true) {
          ahead.splice(i, 1);
          continue;
        }
        turn.page = begin(turn.source);
        yield step.value;
        i++;
      }
    }
  } finally {
    await Promise.all(ahead.map(({ source }) => source.return(undefined)));
  }
}

function begin<T>(source: AsyncGenerator<T>): Promise<IteratorResult<T>> {
  const page = source.next();
  // Who asks for the page learns of it; nobody may.
  page.catch(() => undefined);
  return page;
}
