import { setImmediate as turn } from 'node:timers/promises';
import { describeIngestSource } from './source-conformance.js';
import { IteratedSource, type SourceRecord } from './iterated-source.js';

const TEXTS = ['a', 'bb', 'ccc', 'dddd', 'ä', 'f'];
const EXACT = { finite: true, resume: 'exact', acknowledge: false } as const;
const ENDLESS = { ...EXACT, finite: false } as const;

async function* oneByOne(from: string | null): AsyncGenerator<SourceRecord> {
  for (const [i, data] of TEXTS.entries()) if (i > Number(from ?? -1)) yield { data, cursor: String(i) };
}

async function* allAtOnce(from: string | null): AsyncGenerator<SourceRecord[]> {
  yield TEXTS.map((data, i) => ({ data: Buffer.from(data), cursor: String(i) })).slice(
    Number(from ?? -1) + 1,
  );
}

async function* thenWaiting(from: string | null, signal: AbortSignal): AsyncGenerator<SourceRecord> {
  yield* oneByOne(from);
  await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }));
}

describeIngestSource('a generator of records', () => ({
  make: () => new IteratedSource(EXACT, oneByOne),
  records: TEXTS,
}));
describeIngestSource('a generator of batches', () => ({
  make: () => new IteratedSource(EXACT, allAtOnce),
  records: TEXTS,
}));
describeIngestSource('a generator without end', () => ({
  make: () => new IteratedSource(ENDLESS, thenWaiting),
  records: TEXTS,
}));

test('batches everything that a generator yields without waiting', async () => {
  const source = new IteratedSource(EXACT, oneByOne);
  await source.open();
  expect((await source.next(100))!.chunk.bounds).toHaveLength(2 * TEXTS.length);
});

test('requests records only on demand, at most one ahead', async () => {
  let given = 0;
  const source = new IteratedSource(ENDLESS, async function* () {
    for (;;) {
      given++;
      yield { data: 'x' };
      await turn();
    }
  });
  await source.open();
  await turn();
  expect(given).toBe(0);
  await source.next(2);
  await turn();
  expect(given).toBeLessThanOrEqual(3);
  await source.close();
});

test('propagates the error of a generator to the stream', async () => {
  const source = new IteratedSource(EXACT, async function* () {
    yield { data: 'x' };
    throw new Error('the sender is gone');
  });
  await source.open();
  await source.next(1);
  await expect(source.next(1)).rejects.toThrow('the sender is gone');
});

test('ends a generator when its source is closed', async () => {
  let isEnded = false;
  const source = new IteratedSource(ENDLESS, async function* (_, signal) {
    try {
      yield* thenWaiting(null, signal);
    } finally {
      isEnded = true;
    }
  });
  await source.open();
  await source.next(100);
  const waiting = source.next(1);
  await source.close();
  expect(await waiting).toBeUndefined();
  await turn();
  expect(isEnded).toBe(true);
});
