/**
 * Yields pages of several sources, one of each in turn. Each source prepares at most one page while the reader is busy
 * with others.
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
  // The caller that requests the page gets the error, but no caller may request it.
  page.catch(() => undefined);
  return page;
}
