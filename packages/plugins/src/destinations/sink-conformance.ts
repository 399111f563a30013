/** Conformance suite for sinks of any kind. Run it for each kind. */
import type { IdValue } from '@weir/model';
import type { StandingOutput } from '@weir/contract';
import type { DeliveryReport, ResultSink } from './result-sink.js';

export interface SinkHarness {
  /** Creates a sink to the same destination. */
  readonly make: () => ResultSink | Promise<ResultSink>;
  /** The numbers `data.n` of the results that arrived, in order; absent if the destination does not keep them. */
  readonly arrived?: () => number[] | Promise<number[]>;
}

/** Returns a match whose data is its number. */
export function numberedResult(n: number, isPositiveMatch = true): StandingOutput {
  const resultId = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  return {
    resultId,
    isPositiveMatch,
    isInitialResult: false,
    data: { n } satisfies Record<string, number | IdValue>,
  };
}

function numberedResults(from: number, to: number): StandingOutput[] {
  return Array.from({ length: to - from }, (_, i) => numberedResult(from + i));
}

function total({ delivered, failed, dropped }: DeliveryReport): number {
  return delivered + failed + dropped;
}

/** @param harness called before each test. */
export function describeResultSink(kind: string, harness: () => SinkHarness | Promise<SinkHarness>): void {
  describe(`result sink: ${kind}`, () => {
    let make: SinkHarness['make'];
    let arrived: SinkHarness['arrived'];
    const opened: ResultSink[] = [];

    async function open(): Promise<ResultSink> {
      const sink = await make();
      opened.push(sink);
      await sink.open();
      return sink;
    }

    beforeEach(async () => {
      ({ make, arrived } = await harness());
    });

    afterEach(async () => {
      for (const sink of opened.splice(0)) await sink.close();
    });

    test('delivers every result once, and reports it', async () => {
      const sink = await open();
      for (const [from, to] of [
        [0, 1],
        [1, 40],
        [40, 42],
      ] as const) {
        const report = await sink.deliver(numberedResults(from, to));
        expect(report).toMatchObject({ delivered: to - from, failed: 0, dropped: 0 });
      }
      await sink.close();
      if (arrived === undefined) return;
      const numbers = await arrived();
      const expected = numberedResults(0, 42).map((_, n) => n);
      expect(sink.supports.order ? numbers : [...numbers].sort((a, b) => a - b)).toEqual(expected);
    });

    test('counts matches and retractions together in a report', async () => {
      const sink = await open();
      const batch = numberedResults(0, 10).map((result, i) => ({ ...result, isPositiveMatch: i % 3 !== 0 }));
      expect(total(await sink.deliver(batch))).toBe(10);
    });

    test('ignores an empty batch', async () => {
      expect(await (await open()).deliver([])).toEqual({ delivered: 0, failed: 0, dropped: 0 });
    });

    test('accepts results only while it is open, one batch at a time', async () => {
      const sink = await make();
      opened.push(sink);
      await expect(sink.deliver(numberedResults(0, 1))).rejects.toMatchObject({ code: 'internal' });
      await sink.open();
      await expect(sink.open()).rejects.toMatchObject({ code: 'internal' });
      const first = sink.deliver(numberedResults(0, 1));
      await expect(sink.deliver(numberedResults(1, 2))).rejects.toMatchObject({ code: 'internal' });
      expect(total(await first)).toBe(1);
      await sink.close();
      await expect(sink.deliver(numberedResults(2, 3))).rejects.toMatchObject({ code: 'internal' });
    });

    test('may be closed twice, and before it was opened', async () => {
      await (await make()).close();
      const sink = await open();
      await sink.close();
      await sink.close();
    });

    test('ends a delivery in progress when the sink is closed', async () => {
      const sink = await open();
      const delivery = sink.deliver(numberedResults(0, 100));
      await sink.close();
      expect(total(await delivery)).toBe(100);
    });
  });
}
