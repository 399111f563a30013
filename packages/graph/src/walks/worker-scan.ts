/** A scan of the nodes of all hosts, begun by one of them. */
import type { NodeView, ScanRequest } from '@weir/cypher';
import { byTurns } from './by-turns.js';
import type { NodeReader } from './node-reader.js';
import type { ScanPage, ScanStep } from './scan-server.js';
import { unpackViews } from './scan-views.js';

export interface ScanPorts {
  readonly index: number;
  readonly hosts: readonly number[];
  readonly reader: NodeReader;
  request(host: number, name: string, payload: unknown): Promise<unknown>;
}

/** Each host works on its next page while the others' are used. */
export function scanHosts(
  ports: ScanPorts,
  request: ScanRequest,
  atTime: number | undefined,
): AsyncGenerator<readonly NodeView[]> {
  return byTurns(
    ports.hosts.map(host =>
      host === ports.index ? ports.reader.scan(request, atTime) : scanRemote(ports, host, request, atTime),
    ),
  );
}

async function* scanRemote(
  ports: ScanPorts,
  host: number,
  request: ScanRequest,
  atTime: number | undefined,
): AsyncGenerator<readonly NodeView[]> {
  let step: ScanStep = [request, atTime ?? null];
  let isOver = false;
  try {
    for (;;) {
      const page = (await ports.request(host, 'scan', step)) as ScanPage;
      isOver = page === null;
      if (page === null) return;
      step = page[1];
      yield unpackViews(page[0], request);
    }
  } finally {
    if (!isOver && typeof step === 'number') await ports.request(host, 'scan-close', step);
  }
}
