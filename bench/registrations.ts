/**
 * Many standing queries on one label, registered one after the other while an ingest runs, as the HTTP API does it: each
 * is shown to the nodes that are awake, in the background.
 *
 *     node --expose-gc registrations.js KIND QUERIES
 *
 * Kinds: `other`, no record has what the queries look for; `one`, each record matches one of them; `limit`, each is
 * compared with every record and seldom matches; `every`, each record matches all.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatReference } from '@weir/ingest';
import { openGraph, type StreamingGraph } from '@weir/runtime';
import { feed } from './line-feed.js';
import { answer } from './measurement.js';
import { memoryNow } from './memory-now.js';

export interface RegistrationMeasurement {
  /** Records per second before the first query, while queries are registered and shown, and after that. */
  readonly before: number;
  readonly meanwhile: number;
  readonly after: number;
  /** Until the last query was registered; until it was shown. */
  readonly registeredSeconds: number;
  readonly shownSeconds: number;
  readonly longestMillis: number;
  /** Registered in time, of those wanted. */
  readonly queries: number;
  /** Bytes: before the first query, and the most that was held from then on. */
  readonly held: number;
  readonly most: number;
  readonly results: number;
}

const PATTERNS: Readonly<Record<string, (i: number) => string>> = {
  other: i => `MATCH (n:Other) WHERE n.k = ${i} RETURN DISTINCT id(n) AS id`,
  one: i => `MATCH (n:Item) WHERE n.k = ${i} RETURN n.v AS v`,
  limit: i => `MATCH (n:Item) WHERE n.v > ${999_000 + i} RETURN n.v AS v`,
  every: i => `MATCH (n:Item) WHERE n.v > -${i + 1} RETURN DISTINCT id(n) AS id`,
};
export const REGISTRATION_KINDS = Object.keys(PATTERNS);

const RECORD =
  "MATCH (n), (g) WHERE id(n) = idFrom('item', $that.n) AND id(g) = idFrom('group', $that.g) " +
  'SET n:Item, n.k = $that.k, n.v = $that.v, g:Group CREATE (n)-[:in]->(g)';

const PHASE_MILLIS = 5_000;
const MOST_SECONDS = Number(process.env['WEIR_BENCH_SECONDS'] ?? 120);

class Ingest {
  records = 0;
  private isOver = false;

  constructor(
    private readonly graph: StreamingGraph,
    private readonly queries: number,
  ) {}

  async run(): Promise<void> {
    const format = formatReference({ type: 'Json' });
    const lane = await this.graph.openLane({ name: 'bench', query: RECORD, parameter: 'that', format });
    await feed(
      lane,
      this.lines(),
      () => this.isOver,
      done => (this.records += done),
    );
  }

  end(): void {
    this.isOver = true;
  }

  private *lines(): Generator<string> {
    for (let n = 0; ; n++) {
      const v = (n * 7_919) % 1_000_003;
      yield JSON.stringify({ n, g: n % 1_000, k: n % this.queries, v });
    }
  }
}

async function measure(kind: string, queries: number): Promise<RegistrationMeasurement> {
  const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
  const graph = await openGraph({ store: { type: 'embedded', path: join(folder, 'data') } });
  const ingest = new Ingest(graph, queries);
  const running = ingest.run();
  let most = 0;
  const sampling = setInterval(() => (most = Math.max(most, memoryNow().held)), 200);
  const rate = async (work: () => Promise<void>): Promise<number> => {
    const from = ingest.records;
    const start = performance.now();
    await work();
    return ((ingest.records - from) * 1000) / (performance.now() - start);
  };
  const pause = (): Promise<void> => new Promise(resolve => setTimeout(resolve, PHASE_MILLIS));
  await pause();
  const before = await rate(pause);
  globalThis.gc!();
  const { held } = memoryNow();
  most = held;
  const seen = { registered: 0, registeredSeconds: 0, shownSeconds: 0, longestMillis: 0, results: 0 };
  const meanwhile = await rate(() => register(graph, kind, queries, seen));
  const after = await rate(pause);
  clearInterval(sampling);
  ingest.end();
  await running;
  const { registered, ...times } = seen;
  for (const handle of graph.listStanding()) seen.results += handle.stats().matches;
  const measured = { before, meanwhile, after, held, most, ...times, queries: registered };
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  return { ...measured, results: seen.results };
}

async function register(
  graph: StreamingGraph,
  kind: string,
  queries: number,
  seen: { registered: number; registeredSeconds: number; shownSeconds: number; longestMillis: number },
): Promise<void> {
  const start = performance.now();
  const seconds = (): number => (performance.now() - start) / 1000;
  const shown: Promise<void>[] = [];
  for (let i = 0; i < queries && seconds() < MOST_SECONDS; i++) {
    const began = performance.now();
    await graph.registerStanding({
      name: `q${i}`,
      query: PATTERNS[kind]!(i),
      mode: 'MultipleValues',
      includeCancellations: true,
      inputBufferSize: 32,
    });
    seen.longestMillis = Math.max(seen.longestMillis, performance.now() - began);
    seen.registered++;
    shown.push(graph.propagate());
  }
  seen.registeredSeconds = seconds();
  await Promise.race([
    Promise.all(shown),
    new Promise(resolve => setTimeout(resolve, MOST_SECONDS * 1000).unref()),
  ]);
  seen.shownSeconds = seconds();
}

const [kind, queries] = process.argv.slice(2);
if (kind !== undefined && queries !== undefined) {
  answer(await measure(kind, Number(queries)));
  process.exit(0);
}
