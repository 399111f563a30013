/**
 * Conformance suite for sources of any kind. Run it for each kind, with a factory of sources over the same few records.
 */
import type { IngestSource, ResumePoint, SourceBatch } from './ingest-source.js';

export interface SourceHarness {
  /** Creates a source over the same `records`; an endless source waits after them. */
  readonly make: () => IngestSource | Promise<IngestSource>;
  /** At least five different texts. */
  readonly records: readonly string[];
}

function textsOf(batch: SourceBatch): string[] {
  const { bytes, bounds } = batch.chunk;
  const texts: string[] = [];
  for (let i = 0; i < bounds.length; i += 2) {
    texts.push(Buffer.from(bytes.subarray(bounds[i], bounds[i + 1])).toString('utf8'));
  }
  return texts;
}

/** Reads batches until they contain `count` records. */
async function take(source: IngestSource, count: number, maximum: number): Promise<SourceBatch[]> {
  const batches: SourceBatch[] = [];
  let taken = 0;
  while (taken < count) {
    const batch = await source.next(Math.min(maximum, count - taken));
    if (batch === undefined) break;
    taken += batch.chunk.bounds.length / 2;
    batches.push(batch);
  }
  return batches;
}

/** @param harness called before each test. */
export function describeIngestSource(
  kind: string,
  harness: () => SourceHarness | Promise<SourceHarness>,
): void {
  describe(`ingest source: ${kind}`, () => {
    let records: readonly string[];
    let make: SourceHarness['make'];
    const opened: IngestSource[] = [];

    async function open(from?: ResumePoint): Promise<IngestSource> {
      const source = await make();
      opened.push(source);
      await source.open(from);
      return source;
    }

    beforeEach(async () => {
      ({ records, make } = await harness());
      expect(records.length).toBeGreaterThanOrEqual(5);
    });

    afterEach(async () => {
      for (const source of opened.splice(0)) await source.close();
    });

    for (const maximum of [1, 2, 3, 1000]) {
      test(`returns all records in order, at most ${maximum} at a time`, async () => {
        const batches = await take(await open(), records.length, maximum);
        for (const batch of batches) expect(batch.chunk.bounds.length / 2).toBeLessThanOrEqual(maximum);
        expect(batches.flatMap(textsOf)).toEqual(records);
      });
    }

    test('numbers records without gaps', async () => {
      const batches = await take(await open(), records.length, 2);
      let position = batches[0]!.chunk.firstPosition;
      for (const { chunk, after } of batches) {
        expect(chunk.firstPosition).toBe(position);
        position += chunk.bounds.length / 2;
        expect(after.position).toBe(position);
      }
    });

    test('returns each batch in separate memory', async () => {
      const batches = await take(await open(), records.length, 2);
      expect(new Set(batches.map(batch => batch.chunk.bytes.buffer)).size).toBe(batches.length);
    });

    test('ends after its last record, if it ends at all', async () => {
      const source = await open();
      await take(source, records.length, 1000);
      if (!source.supports.finite) return;
      expect(await source.next(1)).toBeUndefined();
      expect(await source.next(1)).toBeUndefined();
    });

    test('resumes from a stored resume point', async () => {
      const source = await open();
      if (source.supports.resume === 'onward') return;
      const first = await take(source, 3, 2);
      await source.close();
      const point = JSON.parse(JSON.stringify(first.at(-1)!.after)) as ResumePoint;
      const rest = await take(await open(point), records.length - 3, 2);
      expect(rest[0]!.chunk.firstPosition).toBe(point.position);
      expect(rest.flatMap(textsOf)).toEqual(records.slice(3));
    });

    test('continues counting after its sender has removed the records that were read', async () => {
      const source = await make();
      opened.push(source);
      if (source.supports.resume !== 'onward') return;
      await source.open({ position: 7, cursor: null });
      const [first] = await take(source, 1, 1);
      expect(first!.chunk.firstPosition).toBe(7);
      expect(textsOf(first!)).toEqual([records[0]]);
    });

    test('accepts acknowledgements, pauses and resumes while it is open', async () => {
      const source = await open();
      const [first] = await take(source, 1, 1);
      await source.pause();
      await source.acknowledge(first!.after);
      await source.resume();
      expect((await take(source, 1, 1)).flatMap(textsOf)).toEqual([records[1]]);
    });

    test('may be closed at any time, also twice; then it returns nothing', async () => {
      const source = await open();
      await take(source, 1, 1);
      await source.close();
      await source.close();
      expect(await source.next(1)).toBeUndefined();
      await source.acknowledge({ position: 1, cursor: null });
    });

    test('ends a waiting pull when it is closed', async () => {
      const source = await open();
      await take(source, records.length, 1000);
      const waiting = source.next(1);
      await source.close();
      expect(await waiting).toBeUndefined();
    });

    test('rejects reads before it is opened, a second open, and concurrent pulls', async () => {
      const fresh = await make();
      await expect(fresh.next(1)).rejects.toMatchObject({ code: 'internal' });
      await fresh.close();
      const source = await open();
      await expect(source.open()).rejects.toMatchObject({ code: 'internal' });
      const first = source.next(1);
      await expect(source.next(1)).rejects.toMatchObject({ code: 'internal' });
      expect(textsOf((await first)!)).toEqual([records[0]]);
    });
  });
}
