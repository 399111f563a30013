import { declareMessageDestination } from '@weir/formats/messages';
import { testContext } from '@weir/formats/testing';
import { settle } from '@weir/platform/testing';
import type { DeliveryReport } from '@weir/plugins';
import { numberedResult } from '@weir/plugins/conformance';
import { z } from 'zod';
import type { EntryFailure } from '../connection/sent-entries.js';
import type { EntryDestination, EntryReceiver } from './aws-entries.js';
import { EntrySender } from './entry-sender.js';

describe('entries', () => {
  /** Accepts entries that `judge` does not reject. */
  function receiver(judge: (key: string, tries: number) => EntryFailure['mayPass'] | undefined) {
    const requests: string[][] = [];
    const taken: string[] = [];
    const tries = new Map<string, number>();
    const send: EntryReceiver['send'] = entries => {
      requests.push(entries.map(({ key }) => key));
      const failures = entries.flatMap(({ key, bytes }, index) => {
        tries.set(key, (tries.get(key) ?? 0) + 1);
        const verdict = judge(key, tries.get(key)!);
        if (verdict === undefined) taken.push(bytes.toString());
        return verdict === undefined ? [] : [{ index, reason: 'busy', mayPass: verdict }];
      });
      return Promise.resolve(failures);
    };
    const open = () => Promise.resolve({ send, close: () => undefined });
    const limits = { batch: 4, batchBytes: 10_000, entryBytes: 5_000, parallelism: 2 };
    const destination = { takesBytes: false, ...limits };
    const unlimited = { recordsPerSecond: undefined, bytesPerSecond: undefined };
    return { destination: { ...destination, ...unlimited, open }, requests, taken, tries };
  }

  async function open(destination: EntryDestination) {
    const context = await testContext();
    const kind = declareMessageDestination({
      type: 'Entries',
      results: () => z.object({}),
      deadLetters: () => z.object({}),
      supports: () => ({ order: false, retry: true, batch: 500 }),
      nameOf: () => 'T',
      open: (_, ofDestination) => EntrySender.open(destination, ofDestination),
    });
    const sink = await kind.makeSink({}, { type: 'WithMetadata' }, context);
    await sink.open();
    return { sink, clock: context.environment };
  }

  const results = Array.from({ length: 10 }, (_, n) => numberedResult(n));
  const keys = results.map(({ resultId }) => resultId);

  test('sends rejected entries again on their own until they are accepted or six attempts bring nothing', async () => {
    const [busy, dead, stuck] = [keys[1]!, keys[5]!, keys[9]!];
    const all = receiver((key, tries) => {
      if (key === busy) return tries < 3 ? true : undefined;
      if (key === dead) return false;
      return key === stuck ? true : undefined;
    });
    const { sink, clock } = await open(all.destination);
    const delivered = sink.deliver(results);
    let report: DeliveryReport | undefined;
    void delivered.then(answer => (report = answer));
    while (report === undefined) {
      await settle();
      clock.advance(60_000);
    }
    expect(report).toMatchObject({ delivered: 8, failed: 2 });
    expect(report.failures).toEqual([
      { result: results[5], reason: 'T: busy', mayPass: false },
      { result: results[9], reason: 'T: busy', mayPass: true },
    ]);
    expect(all.taken.length).toBe(8);
    expect(all.tries.get(keys[0]!)).toBe(1);
    expect([all.tries.get(busy), all.tries.get(dead), all.tries.get(stuck)]).toEqual([3, 1, 9]);
    for (const request of all.requests) expect(request.length).toBeLessThanOrEqual(4);
  });

  test('entries that are too large fail alone, and one result is never in two concurrent requests', async () => {
    const all = receiver(() => undefined);
    const { sink } = await open(all.destination);
    const large = { ...numberedResult(3), data: { n: 'x'.repeat(6_000) } };
    const again = numberedResult(1, false);
    const report = await sink.deliver([results[1]!, again, large, results[2]!]);
    expect(report).toMatchObject({ delivered: 3, failed: 1, failures: [{ result: large, mayPass: false }] });
    expect(all.requests).toEqual([[keys[1]], [again.resultId, keys[2]]]);
  });
});
