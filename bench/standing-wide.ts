/**
 * What one more edge costs at a node that has many, by kind of pattern: in this process, in memory, on one thread.
 *
 *     node --expose-gc standing-wide.js KIND MOST_EDGES
 *
 * Prints CPU time per edge, standing query included, when the node has 1,000 edges, ten times as many, and so on.
 */
import { openGraph } from '@weir/runtime';
import { ingest, watch } from './standing-ingest.js';

const MEASURED = 2_000;
/** A kind that gets slower with the number of edges is not waited for. */
const MOST_SECONDS = Number(process.env['WEIR_BENCH_SECONDS'] ?? 120);

/** The hub gets an edge to a new node with each record. */
const PATTERNS: Readonly<Record<string, string>> = {
  'DISTINCT id(hub), traces': 'MATCH (h:Hub)-[:has]->(m {odd: true}) RETURN DISTINCT id(h)',
  'values of both, filter over both':
    'MATCH (h:Hub)-[e:has]->(m) WHERE m.v > h.least RETURN h.name AS name, m.v AS v, e.w AS w',
  'count and max at the hub': 'MATCH (h:Hub)-[:has]->(m) RETURN id(h) AS id, count(*) AS n, max(m.v) AS v',
  'count and sum at a home': 'MATCH (h:Hub)-[:has]->(m) RETURN count(*) AS n, sum(m.v) AS v',
  'CALL { ... } with a sum':
    'MATCH (h:Hub) CALL { WITH h MATCH (h)-[:has]->(m) RETURN sum(m.v) AS v, max(m.v) AS most } RETURN id(h) AS id, v, most',
  NOT: 'MATCH (h:Hub)-[:has]->(m) WHERE NOT (m)-[:gone]->() RETURN m.v AS v',
  'OPTIONAL MATCH': 'MATCH (h:Hub) OPTIONAL MATCH (h)-[e:has]->(m) RETURN h.name AS name, max(e.w) AS w',
  'COUNT over the hub, asked by each neighbour':
    'MATCH (m)<-[:has]-(h:Hub) WHERE COUNT { (h)-[:has]->() } > 3 RETURN strId(m) AS m, m.v AS v',
  'EXISTS over the hub, asked by each neighbour':
    'MATCH (m:Leaf)<-[:has]-(h) WHERE EXISTS { (h)-[:has]->(:Leaf {odd: true}) } RETURN strId(m) AS m',
};

export interface WideMeasurement {
  readonly edges: number;
  readonly micros: number;
}

export const WIDE_KINDS = Object.keys(PATTERNS);

const RECORD =
  'MATCH (h), (m) WHERE id(h) = idFrom("hub") AND id(m) = idFrom("m", $that.n) ' +
  'SET h:Hub, h.name = "hub", h.least = -1, m:Leaf, m.v = $that.n, m.odd = $that.odd ' +
  'CREATE (h)-[e:has {w: $that.n}]->(m)';

async function costs(kind: string, most: number): Promise<WideMeasurement[]> {
  const graph = await openGraph({ workers: 0 });
  await watch(graph, 'wide', PATTERNS[kind]!, 'MultipleValues', () => undefined);
  const recordOf = (n: number): object => ({ n, odd: n % 2 === 1 });
  const measured: WideMeasurement[] = [];
  let edges = 0;
  const begun = process.cpuUsage();
  for (let wanted = 1_000; wanted <= most; wanted *= 10) {
    while (edges < wanted) {
      const some = Math.min(1_000, wanted - edges);
      const from = edges;
      await ingest(graph, RECORD, some, i => recordOf(from + i));
      edges += some;
      if (process.cpuUsage(begun).user / 1e6 > MOST_SECONDS) return measured;
    }
    globalThis.gc?.();
    const from = edges;
    const before = process.cpuUsage();
    await ingest(graph, RECORD, MEASURED, i => recordOf(from + i));
    await graph.idle();
    const { user, system } = process.cpuUsage(before);
    edges += MEASURED;
    measured.push({ edges: wanted, micros: (user + system) / MEASURED });
  }
  await graph.close();
  return measured;
}

const [kind, most] = process.argv.slice(2);
if (kind !== undefined && most !== undefined) {
  process.stdout.write(JSON.stringify(await costs(kind, Number(most))) + '\n');
  process.exit(0);
}
