/** A scan of the nodes of all workers, begun by one of them. */
import type { NodeView, ScanRequest } from '@weir/cypher';
import { byTurns } from './by-turns.js';
import type { NodeReader } from './node-reader.js';
import type { ScanPage, ScanStep } from './scan-server.js';
import { unpackViews } from './scan-views.js';

export interface ScanPorts {
  readonly index: number;
  readonly workers: readonly number[];
  readonly reader: NodeReader;
  request(worker: number, name: string, payload: unknown): Promise<unknown>;
}

/** Each worker works on its next page while the others' are used. */
export function scanWorkers(
  ports: ScanPorts,
  request: ScanRequest,
  atTime: number | undefined,
): AsyncGenerator<readonly NodeView[]> {
  return byTurns(
    ports.workers.map(worker =>
      worker === ports.index
        ? ports.reader.scan(request, atTime)
        : scanRemote(ports, worker, request, atTime),
    ),
  );
}

async function* scanRemote(
  ports: ScanPorts,
  worker: number,
  request: ScanRequest,
  atTime: number | undefined,
): AsyncGenerator<readonly NodeView[]> {
  let step: ScanStep = [request, atTime ?? null];
  let isOver = false;
  try {
    for (;;) {
      const page = (await ports.request(worker, 'scan', step)) as ScanPage;
      isOver = page === null;
      if (page === null) return;
      step = page[1];
      yield unpackViews(page[0], request);
    }
  } finally {
    if (!isOver && typeof step === 'number') await ports.request(worker, 'scan-close', step);
  }
}
