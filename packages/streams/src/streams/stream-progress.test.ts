import { until } from '@weir/platform/testing';
import type { IngestSource, ResumePoint, SourceBatch } from '@weir/plugins';
import { ChunkSlots } from '../reading/chunk-slots.js';
import { RecordPump } from '../reading/record-pump.js';
import { advanced, AT_THE_BEGINNING } from './stream-progress.js';

function batchAt(position: number): SourceBatch {
  const chunk = { bytes: new Uint8Array(1), bounds: Uint32Array.of(0, 1), firstPosition: position };
  return { chunk, after: { position: position + 1, cursor: `behind ${position}` } };
}

test('a source that acknowledges a point late does not set the stream back', async () => {
  const batches = [batchAt(0), batchAt(1)];
  const acknowledgements: (() => void)[] = [];
  const source: IngestSource = {
    supports: { finite: true, resume: 'exact', acknowledge: true },
    open: () => Promise.resolve(),
    next: () => Promise.resolve(batches.shift()),
    acknowledge: (_: ResumePoint) => new Promise(resolve => acknowledgements.push(resolve)),
    pause: () => Promise.resolve(),
    resume: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  let progress = AT_THE_BEGINNING;
  const received: number[] = [];
  const nothing = (): void => undefined;
  const pump = new RecordPump({
    source,
    runner: {
      preferredInFlight: 2,
      runChunk: () => Promise.resolve({ done: 1, rejected: 0, rejections: [] }),
      release: () => Promise.resolve(),
      hold: () => Promise.resolve(),
      abort: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
    slots: new ChunkSlots(() => 2),
    limit: undefined,
    observer: {
      read: nothing,
      done: nothing,
      ran: nothing,
      begins: () => 0,
      rejected: nothing,
      setAside: () => Promise.resolve(),
      acknowledged: done => {
        received.push(done.point.position);
        progress = advanced(progress, done);
      },
    },
  });
  const running = pump.run(undefined);
  await until(() => acknowledgements.length === 2);
  acknowledgements[1]!();
  await until(() => received.length === 1);
  acknowledgements[0]!();
  await running;
  expect(received).toEqual([2, 1]);
  expect(progress).toMatchObject({ point: { position: 2, cursor: 'behind 1' }, records: 2 });
});
