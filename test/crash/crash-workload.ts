/**
 * Records, an ingest query and standing queries that are sensitive to crashes: chains across shards, and, in one of the
 * two workloads, matches that appear and disappear while records overwrite each other.
 */
import { SeededRandom } from '@weir/platform';
import { ofTier } from '@weir/platform/testing';
import { sampleLines } from '@weir/samples';

export interface Workload {
  readonly name: string;
  /** 1: one record after the other, for records that overwrite each other. */
  readonly parallelism: number;
  /** Makes the ingest last for many processes. */
  readonly maximumPerSecond: number;
  readonly ingestQuery: string;
  readonly events: number;
  /** Pattern keyed by name; each returns node `a`, which must be a `Process`. */
  readonly patterns: Readonly<Record<string, string>>;
  lines(seed: number): string[];
}

const NODES = `
  MATCH (p), (parent), (machine)
  WHERE id(p) = idFrom('process', $that.sensor, $that.pid)
    AND id(parent) = idFrom('process', $that.sensor, $that.ppid)
    AND id(machine) = idFrom('machine', $that.sensor)`;

const GROWING: Workload = {
  name: 'a graph that grows',
  parallelism: 16,
  maximumPerSecond: 200,
  ingestQuery: `${NODES}
    SET p:Process, p += $that
    CREATE (p)-[:parent]->(parent), (p)-[:on]->(machine)`,
  patterns: {
    chain: `MATCH (a:Process)-[:parent]->(b)-[:parent]->(c)-[:parent]->(d)
      WHERE a.user = 'grace' AND exists(b.pid) AND exists(c.pid) AND exists(d.pid)`,
    family: `MATCH (x)-[:parent]->(a:Process)<-[:parent]-(y) WHERE x.user = 'elif' AND y.user = 'hiro' AND exists(a.pid)`,
  },
  events: ofTier({ fast: 1_000, nightly: 2_000 }),
  lines: seed => [...sampleLines('processes', { seed, records: GROWING.events, shuffle: 300 })],
};

const CHANGING: Workload = {
  name: 'matches that come and go',
  parallelism: 1,
  maximumPerSecond: 70,
  ingestQuery: `${NODES}
    SET p:Process, p.user = $that.user, p.seen = $that.seen, machine.state = $that.state
    CREATE (p)-[:parent]->(parent), (p)-[:on]->(machine)`,
  patterns: {
    once: `MATCH (a:Process) WHERE a.seen = 'once'`,
    up: `MATCH (a:Process)-[:on]->(m) WHERE m.state = 'up' AND a.user = 'grace'`,
    pair: `MATCH (a:Process)-[:parent]->(b)-[:on]->(m) WHERE a.seen = 'twice' AND b.seen = 'once' AND m.state <> 'down'`,
  },
  events: ofTier({ fast: 160, nightly: 400 }),
  lines: changingLines,
};

export const WORKLOADS: readonly Workload[] = [GROWING, CHANGING];

/** Each event is sent with `seen: 'once'`, and most are repeated later with `seen: 'twice'`. */
function changingLines(seed: number): string[] {
  const random = new SeededRandom(seed);
  const lines: string[] = [];
  const waiting: object[] = [];
  const write = (event: object, seen: string): void => {
    lines.push(JSON.stringify({ ...event, seen, state: random.chance(1 / 3) ? 'down' : 'up' }));
  };
  for (const line of sampleLines('processes', { seed, records: CHANGING.events, sensors: 20 })) {
    const event = JSON.parse(line) as object;
    write(event, 'once');
    if (!random.chance(1 / 4)) waiting.push(event);
    if (waiting.length > 50) write(waiting.splice(random.below(waiting.length), 1)[0]!, 'twice');
  }
  return lines;
}

/** @returns the text of the standing query, and of the same query run once. */
export function queryOf(pattern: string): string {
  return `${pattern} RETURN DISTINCT strId(a) AS id`;
}
