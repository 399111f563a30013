/** Results written in runs are read in order, each once. */
import { MemoryPersistor } from '@weir/persistor';
import { ResultOutcomes, runEntry, runSources, RunWriter } from './result-runs.js';

function spread(i: number, count: number): number {
  return (i * 7919) % count;
}

test.each([
  { results: 0, length: 10, page: 5 },
  { results: 1, length: 10, page: 5 },
  { results: 500, length: 100, page: 7 },
  { results: 2000, length: 10, page: 64 },
])('$results results in runs of $length, read $page at a time', async ({ results, length, page }) => {
  const store = new MemoryPersistor('shard-0');
  const writers = [5, 6].map(number => new RunWriter(store, number, length));
  const add = async (writer: RunWriter, i: number, isOver: boolean): Promise<void> => {
    // Three in ten rows are the same.
    writer.add(runEntry(`id ${i}`, [i % 10 < 3 ? 'same' : i], null, isOver));
    if (writer.isFull) await writer.endRun();
  };
  for (let i = 0; i < results; i++) await add(writers[0]!, spread(i, results), false);
  for (let i = 0; i < results; i += 2)
    await add(writers[1]!, spread(i, results), spread(i, results) % 3 === 0);
  for (const writer of writers) await writer.endRun();

  const isOver = new Set<number>();
  for (let i = 0; i < results; i += 2) if (spread(i, results) % 3 === 0) isOver.add(spread(i, results));
  const sources = [...(await runSources(store, 5)), ...(await runSources(store, 6))];
  expect(sources.length).toBeLessThanOrEqual(128);
  const reading = new ResultOutcomes(sources, false);
  const found = [];
  for (let some = await reading.take(page); some.length > 0; some = await reading.take(page)) {
    found.push(...some);
  }
  const keys = found.map(({ key, resultId }) => `${key} ${resultId}`);
  expect(keys).toEqual([...keys].sort());
  const outcomes = found.map(result => `${result.resultId} ${result.isOver}`);
  const expected = Array.from({ length: results }, (_, i) => `id ${i} ${isOver.has(i)}`);
  expect(outcomes.sort()).toEqual(expected.sort());
});

test.each([
  { said: '+', again: [true], once: [true] },
  { said: '+-', again: [false], once: [false] },
  { said: '-+', again: [false], once: [false] },
  { said: '++-', again: [true], once: [false] },
  { said: '+-+-+', again: [true], once: [false] },
  { said: '', again: [], once: [] },
])('a result with the entries $said', async ({ said, again, once }) => {
  for (const [mayRepeat, expected] of [
    [true, again],
    [false, once],
  ] as const) {
    const entries = [...said].map(sign => runEntry('id', ['row'], null, sign === '-'));
    const source = { load: async () => entries.splice(0, 1) };
    const reading = new ResultOutcomes([source], mayRepeat);
    const found = [...(await reading.take(2)), ...(await reading.take(2))];
    expect(found.map(({ isOver }) => !isOver)).toEqual(expected);
  }
});
