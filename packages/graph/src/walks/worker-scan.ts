/** A scan of the nodes of all workers, started by one of them. */
import type { NodeView, ScanRequest } from '@weir/cypher';
import { byTurns } from './by-turns.js';
import type { WorkerMail } from '../mail/worker-mail.js';
import type { WorkerShards } from '../shard/worker-shards.js';
import type { NodeReader } from './node-reader.js';
import type { ScanPage, ScanStep } from './scan-server.js';
import { unpackViews } from './scan-views.js';

/** Each worker prepares its next page while the pages of others are consumed. */
export function scanWorkers(
  { workers, index }: WorkerShards,
  mail: WorkerMail,
  reader: NodeReader,
  request: ScanRequest,
  atTime: number | undefined,
): AsyncGenerator<readonly NodeView[]> {
  return byTurns(
    workers.map(worker =>
      worker === index ? reader.scan(request, atTime) : scanRemote(mail, worker, request, atTime),
    ),
  );
}

async function* scanRemote(
  mail: WorkerMail,
  worker: number,
  request: ScanRequest,
  atTime: number | undefined,
): AsyncGenerator<readonly NodeView[]> {
  let step: ScanStep = [request, atTime ?? null];
  let isOver = false;
  try {
    for (;;) {
      const page = (await mail.request(worker, 'scan', step)) as ScanPage;
      isOver = page === null;
      if (page === null) return;
      step = page[1];
      yield unpackViews(page[0], request);
    }
  } finally {
    if (!isOver && typeof step === 'number') await mail.request(worker, 'scan-close', step);
  }
}
