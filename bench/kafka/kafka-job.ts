/**
 * The main job with a broker at one end, at both, or at neither. The gateway, in a separate process, reads the stream
 * from a file or a Kafka topic, and writes the matches of the standing query to a file or a topic. Measured from the
 * creation of the stream until the last match has arrived.
 *
 *     node kafka-job.js FILE|HOST:PORT/TOPIC file|HOST:PORT RECORDS EXPECTED-MATCHES
 */
import { once } from 'node:events';
import { link, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuSeconds } from '../support/cpu-seconds.js';
import { postTo, startGateway } from '../support/gateway.js';
import { FileMatches, type Matches, TopicMatches } from './kafka-matches.js';
import { answer } from '../support/measurement.js';
import { EVERY_CHAIN, INGEST_QUERY } from '../support/workload.js';

const POLL_MILLIS = 50;
/** Stop waiting for the rest after this time without another match. */
const QUIET_MILLIS = 180_000;

const FORMAT = { type: 'CypherJson', query: INGEST_QUERY };

/** A gateway may only read files in its folder. */
async function streamOf(source: string, folder: string): Promise<object> {
  const topic = /^([^/]+:\d+)\/(.+)$/.exec(source);
  if (topic === null) {
    await link(source, join(folder, 'events.jsonl'));
    return { type: 'FileIngest', path: 'events.jsonl', format: FORMAT };
  }
  const [, bootstrapServers, name] = topic;
  return {
    type: 'KafkaIngest',
    topics: [name],
    bootstrapServers,
    groupId: `bench-${process.pid}`,
    autoOffsetReset: 'earliest',
    offsetCommitting: { type: 'ExplicitCommit' },
    format: FORMAT,
  };
}

async function run(source: string, destination: string, records: number, expected: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
  const { url, gateway } = await startGateway(folder);
  const matches: Matches =
    destination === 'file'
      ? new FileMatches(join(folder, 'results.jsonl'))
      : await TopicMatches.create(destination, `bench-results-${process.pid}`);
  try {
    const stream = await streamOf(source, folder);
    const pattern = { type: 'Cypher', query: EVERY_CHAIN };
    const outputs = { results: matches.output };
    await postTo(`${url}/api/v1/query/standing/chains`, { pattern, outputs });
    const idle = cpuSeconds(gateway.pid!);
    const started = performance.now();
    await postTo(`${url}/api/v1/ingest/events`, stream);
    let found = 0;
    let last = started;
    while (found < expected && performance.now() - last < QUIET_MILLIS) {
      await new Promise(resolve => setTimeout(resolve, POLL_MILLIS));
      const now = await matches.count();
      if (now > found) last = performance.now();
      found = now;
    }
    answer({
      recordsPerSecond: records / ((last - started) / 1000),
      cpuMicrosPerRecord: ((cpuSeconds(gateway.pid!) - idle) * 1e6) / records,
      matches: found,
    });
  } finally {
    gateway.kill('SIGTERM');
    if (gateway.exitCode === null) await once(gateway, 'exit');
    await matches.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

const [source, destination, records, expected] = process.argv.slice(2);
await run(source!, destination!, Number(records), Number(expected));
process.exit(0);
