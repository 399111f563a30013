/**
 * Measures the latency from a record's arrival to its result, through the real gateway in a separate process. This
 * program serves the stream (server-sent events, 1,000 records per second), the gateway ingests it, and this program
 * reads the results (server-sent events) of the four-generation standing query. A process that completes a chain is its
 * own root, so each result names the record that caused it.
 *
 *     node latency.js SECONDS
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatNodeId, idFrom } from '@weir/model';
import { processEvents, type ProcessEvent } from '@weir/samples';
import { postTo, startGateway } from '../support/gateway.js';
import { answer, percentile } from '../support/measurement.js';
import { EVERY_CHAIN, INGEST_QUERY, SEED } from '../support/workload.js';

const RECORDS_PER_SECOND = 1_000;
const TICK_MILLIS = 2;
/** Excluded from the figures: compilers and connections warm up. */
const WARM_UP_SECONDS = 3;
const LAST_RESULTS_MILLIS = 2_000;

const sentAt = new Map<string, number>();
const latencies: number[] = [];
let started = 0;

function serveRecords(seconds: number, over: () => void): Server {
  const events = processEvents({ seed: SEED });
  const known = new Map<string, number>();
  return createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    started = performance.now();
    let sent = 0;
    const timer = setInterval(() => {
      const now = performance.now();
      const due = Math.min(seconds, (now - started) / 1000) * RECORDS_PER_SECOND;
      while (sent < due) {
        const event = events.next().value;
        if (completesChain(event, known) && now - started > WARM_UP_SECONDS * 1000) {
          sentAt.set(idOf(event), performance.now());
        }
        response.write(`data: ${JSON.stringify(event)}\n\n`);
        sent++;
      }
      if (sent < seconds * RECORDS_PER_SECOND) return;
      clearInterval(timer);
      setTimeout(over, LAST_RESULTS_MILLIS);
    }, TICK_MILLIS);
  });
}

/** Stores the generation of every process: the fourth has three ancestors. */
function completesChain({ sensor, pid, ppid }: ProcessEvent, generations: Map<string, number>): boolean {
  const generation = (generations.get(`${sensor}/${ppid}`) ?? 0) + 1;
  generations.set(`${sensor}/${pid}`, generation);
  return generation >= 4;
}

function idOf({ customer, sensor, pid }: ProcessEvent): string {
  return formatNodeId(idFrom(['process', customer, sensor, pid])!);
}

async function readResults(url: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { signal });
  let text = '';
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    const now = performance.now();
    const blocks = (text + piece).split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const id = /"id":"([0-9a-f-]{36})"/.exec(block)?.[1];
      const sent = id === undefined ? undefined : sentAt.get(id);
      if (sent === undefined) continue;
      latencies.push(now - sent);
      sentAt.delete(id!);
    }
  }
}

const seconds = Number(process.argv[2]);
const folder = await mkdtemp(join(tmpdir(), 'weir-latency-'));
const { url, gateway } = await startGateway(folder);
const abort = new AbortController();
try {
  await new Promise<void>((over, failed) => {
    const server = serveRecords(seconds + WARM_UP_SECONDS, over).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.unref();
      measure(url, port).catch(failed);
    });
  });
} finally {
  abort.abort();
  gateway.kill('SIGTERM');
  if (gateway.exitCode === null) await once(gateway, 'exit');
  await rm(folder, { recursive: true, force: true });
}

async function measure(base: string, port: number): Promise<void> {
  await postTo(`${base}/api/v1/query/standing/chains`, { pattern: { type: 'Cypher', query: EVERY_CHAIN } });
  const reading = readResults(`${base}/api/v1/query/standing/chains/results`, abort.signal);
  await postTo(`${base}/api/v1/ingest/events`, {
    type: 'ServerSentEventsIngest',
    url: `http://127.0.0.1:${port}/`,
    format: { type: 'CypherJson', query: INGEST_QUERY },
  });
  await reading.catch((error: unknown) => {
    if (!abort.signal.aborted) throw error;
  });
}

const sorted = Float64Array.from(latencies).sort();
answer({
  samples: sorted.length,
  lost: sentAt.size,
  p50: percentile(sorted, 0.5),
  p99: percentile(sorted, 0.99),
  max: sorted[sorted.length - 1] ?? NaN,
});
process.exit(0);
