/** Watches and writers of an embedded graph: delivery, end, and cleanup. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StandingOutput, StreamingGraph, WatchOptions } from '@weir/contract';
import { openGraph } from '../open-graph.js';

const ADULTS = 'MATCH (p) WHERE p.age >= 18 RETURN p.name AS name';
const WRITE = 'MATCH (p) WHERE id(p) = idFrom($that.name) SET p += $that';

interface Named {
  name: string;
}

let graph: StreamingGraph;
beforeEach(async () => {
  graph = await openGraph({ workers: 0 });
});
afterEach(() => graph.close());

async function write(...values: { name: string; age: number }[]): Promise<void> {
  await using people = await graph.writer(WRITE);
  await people.write(values);
}

async function firstOf<R>(results: AsyncIterable<StandingOutput<R>>): Promise<StandingOutput<R> | undefined> {
  for await (const result of results) return result;
  return undefined;
}

test('yields matches, and removes its query when the loop is left', async () => {
  const adults = graph.watch<Named>(ADULTS);
  await adults.ready;
  await write({ name: 'Ann', age: 44 }, { name: 'Bo', age: 9 });
  expect(graph.listStanding()).toHaveLength(1);
  expect(await firstOf(adults)).toMatchObject({ isPositiveMatch: true, data: { name: 'Ann' } });
  expect(graph.listStanding()).toEqual([]);
  expect(await adults.next()).toEqual({ done: true, value: undefined });
});

test('keeps results between the registration and the first read, in order', async () => {
  const adults = graph.watch<Named>(ADULTS, { inputBufferSize: 4096 });
  await adults.ready;
  for (let i = 0; i < 700; i++) await write({ name: `p${i}`, age: 20 });
  const names: string[] = [];
  for await (const { data } of adults) if (names.push(data.name) === 700) break;
  expect(names).toEqual(Array.from({ length: 700 }, (_, i) => `p${i}`));
});

test.each<[WatchOptions, boolean[]]>([
  [{}, [true, true]],
  [{ retractions: true }, [true, false, true]],
])('yields retractions if %j asks for them', async (options, expected) => {
  const adults = graph.watch(ADULTS, options);
  await adults.ready;
  for (const age of [20, 3, 30]) await write({ name: 'Ann', age });
  const seen: boolean[] = [];
  for await (const { isPositiveMatch } of adults) if (seen.push(isPositiveMatch) === expected.length) break;
  expect(seen).toEqual(expected);
});

test.each([
  ['MATCH (p) WHERE p.age >= 18 RETURN DISTINCT strId(p) AS id', 'DistinctId'],
  [ADULTS, 'MultipleValues'],
])('infers the mode of %s', async (query, mode) => {
  await using watch = graph.watch(query);
  expect((await watch.ready).definition).toMatchObject({ mode, inputBufferSize: 32 });
  const handle = await graph.registerStanding({ name: 'stays', query });
  expect(handle.definition).toMatchObject({ mode, inputBufferSize: 32 });
});

describe('ends', () => {
  test('a pending read on return()', async () => {
    const adults = graph.watch(ADULTS);
    const pending = adults.next();
    await adults.return();
    expect(await pending).toEqual({ done: true, value: undefined });
    expect(graph.listStanding()).toEqual([]);
  });

  test('with the reason of its signal', async () => {
    const stop = new AbortController();
    const adults = graph.watch(ADULTS, { signal: stop.signal });
    const reading = firstOf(adults);
    await adults.ready;
    stop.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    expect(graph.listStanding()).toEqual([]);
    await expect(firstOf(graph.watch(ADULTS, { signal: stop.signal }))).rejects.toThrow('enough');
  });

  test('when the graph closes, although nothing was read', async () => {
    const adults = graph.watch(ADULTS);
    const idle = graph.watch(ADULTS);
    await Promise.all([adults.ready, idle.ready]);
    const pending = adults.next();
    await graph.close();
    expect(await pending).toEqual({ done: true, value: undefined });
    expect(await idle.next()).toEqual({ done: true, value: undefined });
    const late = graph.watch(ADULTS, { mode: 'MultipleValues' });
    await expect(late.next()).rejects.toMatchObject({ code: 'graph.closed' });
  });

  test('when its query is removed, even if another one takes the name', async () => {
    const adults = graph.watch(ADULTS, { name: 'adults' });
    const pending = adults.next();
    await (await adults.ready).remove();
    expect(await pending).toEqual({ done: true, value: undefined });
    await graph.registerStanding({ name: 'adults', query: ADULTS });
    await adults.return();
    expect(graph.listStanding()).toHaveLength(1);
  });

  test.each([
    ['MATCH (p', 'cypher.syntax'],
    ['MATCH (p), (q) RETURN p, q', 'standing.invalid-pattern'],
  ])('with the error of %s', async (query, code) => {
    const watch = graph.watch(query);
    await expect(watch.ready).rejects.toMatchObject({ code });
    await expect(watch.next()).rejects.toMatchObject({ code });
    await expect(graph.registerStanding({ name: 'bad', query })).rejects.toMatchObject({ code });
  });
});

describe('a name', () => {
  test('joins an existing query, which stays', async () => {
    await graph.registerStanding({ name: 'adults', query: ADULTS });
    const adults = graph.watch<Named>(ADULTS, { name: 'adults' });
    await adults.ready;
    for (const age of [20, 3, 30]) await write({ name: 'Ann', age });
    const seen: boolean[] = [];
    for await (const { isPositiveMatch } of adults) if (seen.push(isPositiveMatch) === 2) break;
    expect(seen).toEqual([true, true]);
    expect(graph.listStanding()).toHaveLength(1);
  });

  test('is refused if another query has it', async () => {
    await graph.registerStanding({ name: 'adults', query: ADULTS });
    const other = graph.watch('MATCH (p) WHERE p.age > 65 RETURN p.name AS name', { name: 'adults' });
    await expect(other.next()).rejects.toMatchObject({ code: 'standing.exists' });
  });
});

test('a slow loop holds writers back, unless they do not wait for results', async () => {
  const adults = graph.watch<Named>(ADULTS);
  await adults.ready;
  const people = Array.from({ length: 2000 }, (_, i) => ({ name: `p${i}`, age: 20 }));
  await using writer = await graph.writer(WRITE);
  let isWritten = false;
  const writing = (async () => {
    for (let start = 0; start < people.length; start += 100)
      await writer.write(people.slice(start, start + 100));
    isWritten = true;
  })();
  await using free = await graph.writer(WRITE, { waitsForResults: false });
  await adults.next();
  for (let i = 0; i < 10; i++) await free.write([{ name: `free${i}`, age: 20 }]);
  expect(isWritten).toBe(false);
  let count = 1;
  for await (const { data } of adults) if (data.name.startsWith('p') && ++count === 2000) break;
  await writing;
});

test('a temporary query is removed when the graph is opened again', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'weir-watch-'));
  const open = () => openGraph({ workers: 0, shards: 1, store: { type: 'embedded', path: directory } });
  try {
    const first = await open();
    await first.registerStanding({ name: 'stays', query: ADULTS });
    await first.registerStanding({ name: 'goes', query: ADULTS, temporary: true });
    await first.close();
    const second = await open();
    expect(second.listStanding().map(({ name }) => name)).toEqual(['stays']);
    await second.close();
  } finally {
    await rm(directory, { recursive: true });
  }
});

describe('a writer', () => {
  test('rejects with the error of the first value that fails, after all were tried', async () => {
    await using people = await graph.writer(
      'MATCH (p) WHERE id(p) = idFrom($row.name) SET p.x = 1 / $row.n',
      {
        parameter: 'row',
      },
    );
    const rows = [
      { name: 'a', n: 1 },
      { name: 'b', n: 0 },
      { name: 'c', n: 1 },
    ];
    await expect(people.write(rows)).rejects.toMatchObject({ code: 'cypher.arithmetic' });
    const run = await graph.query('UNWIND ["a", "b", "c"] AS n MATCH (p) WHERE id(p) = idFrom(n) RETURN p.x');
    expect(await run.rows()).toEqual([[1], [null], [1]]);
  });

  test('finishes writes in flight when it is closed, and rejects later ones', async () => {
    const people = await graph.writer(WRITE);
    const writing = people.write([{ name: 'Ann', age: 44 }]);
    await people.close();
    await writing;
    await expect(people.write([])).rejects.toMatchObject({ code: 'graph.closed' });
  });
});

describe('a query run', () => {
  test('yields rows as objects', async () => {
    const run = await graph.query('UNWIND range(1, 3) AS i RETURN i, i * i AS square');
    const rows: { i: number; square: number }[] = [];
    for await (const row of run.objects<{ i: number; square: number }>()) rows.push(row);
    expect(rows).toEqual([
      { i: 1, square: 1 },
      { i: 2, square: 4 },
      { i: 3, square: 9 },
    ]);
  });

  test('is stopped by its disposal', async () => {
    const run = await graph.query('UNWIND range(1, 1000000000) AS i RETURN i');
    await run[Symbol.asyncDispose]();
    await expect(run.rows()).rejects.toThrow();
    await using read = await graph.query('RETURN 1');
    expect(await read.rows()).toEqual([[1]]);
  });
});
