/** Results of standing queries in the embedded store. */
import type { ClassicLevel } from 'classic-level';
import type { ResultBounds, StoredResults } from '../../persistor.js';
import { resultEnd, resultKey, sequenceOfKey } from './keys.js';

const RECORDS_PER_READ = 256;

type Level = ClassicLevel<Buffer, Buffer>;

export async function* readResults(
  level: Level,
  query: number,
  after: number,
  perRead = RECORDS_PER_READ,
): AsyncGenerator<readonly StoredResults[]> {
  const records = level.iterator({
    gte: resultKey(query, after + 1),
    lt: resultEnd(query),
    fillCache: false,
  });
  try {
    for (;;) {
      const read = await records.nextv(perRead);
      if (read.length === 0) return;
      yield read.map(([key, bytes]) => ({ query, sequence: sequenceOfKey(key), bytes }));
    }
  } finally {
    await records.close();
  }
}

export async function resultBounds(level: Level, query: number): Promise<ResultBounds | undefined> {
  const range = { gte: resultKey(query, 0), lt: resultEnd(query), limit: 1 };
  const [[first], [last]] = await Promise.all([
    level.keys(range).all(),
    level.keys({ ...range, reverse: true }).all(),
  ]);
  if (first === undefined || last === undefined) return undefined;
  return { first: sequenceOfKey(first), last: sequenceOfKey(last) };
}

export async function deleteResults(level: Level, query: number, upTo: number): Promise<void> {
  await level.clear({ gte: resultKey(query, 0), lte: resultKey(query, upTo) });
}
