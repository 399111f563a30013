/** An audit finds nothing where all is well, also while data changes, and what is wrong where a state was tampered with. */
import { compileQuery } from '@weir/cypher';
import { HostCluster, SeededRandom } from '@weir/graph/testing';
import { EventKind, formatNodeId, idFrom, type NodeId, type StandingEvent } from '@weir/model';
import { createPersistorFactory } from '@weir/persistor';
import {
  compileStandingQuery,
  createStandingEngine,
  type RegisteringStandingEngine,
  type StandingMode,
} from '@weir/standing';
import { type AuditReport, auditStanding } from './standing-audit.js';
import { rowsOnNode, surveyStanding } from './standing-survey.js';

const HUB = idFrom(['hub'])!;
const LEAVES = [0, 1, 2, 3, 4].map(i => idFrom(['leaf', i])!);

interface Audited {
  readonly cluster: HostCluster;
  readonly engine: RegisteringStandingEngine;
}

/** @param disturb what happens between two questions of the audit. */
async function audited(
  query: string,
  mode: StandingMode,
  tamper: (graph: Audited) => void,
  disturb: (graph: Audited) => Promise<void> = () => Promise.resolve(),
): Promise<AuditReport> {
  const factory = createPersistorFactory({ type: 'memory' });
  const stores = [await factory.open('shard-0'), await factory.open('shard-1')];
  const plan = compileStandingQuery(query, mode, 1);
  const engine = createStandingEngine();
  engine.register(plan);
  const cluster = new HostCluster({
    hosts: 1,
    shards: 2,
    seed: 9,
    engineOf: () => engine,
    persistorOf: shard => stores[shard]!,
  });
  const graph = { cluster, engine };
  const host = cluster.hosts[0]!;
  const session = host.session();
  LEAVES.forEach((leaf, i) => {
    session.mergeProperties(leaf, { n: i % 2, name: `leaf ${i}` });
    session.createEdge(leaf, 'to', HUB);
  });
  session.setProperty(HUB, 'open', true);
  await cluster.until(session.settled());
  await cluster.settle();
  tamper(graph);
  const report = auditStanding(query, 100, {
    scheduler: host.environment.scheduler,
    survey: async size => [await surveyStanding(host, plan, size, 4)],
    rowsOn: async node => {
      await disturb(graph);
      return rowsOnNode(host, plan, node);
    },
    run: async (text, parameters) => {
      await disturb(graph);
      const stream = compileQuery(text).run({
        graph: host.session(),
        environment: host.environment,
        parameters,
      });
      const rows = [];
      for (let some = await stream.next(); some !== undefined; some = await stream.next()) rows.push(...some);
      return rows;
    },
  });
  return cluster.until(report);
}

const OPEN = 'MATCH (leaf)-[:to]->(hub {open: true})';
const TRACES = `${OPEN} WHERE leaf.n = 1 RETURN DISTINCT id(leaf) AS leaf`;
const ROWS = `${OPEN} RETURN leaf.name AS name`;
const GROUPS = `${OPEN} RETURN leaf.n AS n, count(*) AS count`;
const SUM = `${OPEN} RETURN id(hub) AS hub, sum(leaf.n) AS total`;
const DISTINCT = `${OPEN} RETURN DISTINCT leaf.n AS n`;
const OPTIONAL =
  'MATCH (leaf) WHERE leaf.name IS NOT NULL OPTIONAL MATCH (leaf)-[:to]->(hub {open: true}) ' +
  'RETURN leaf.name AS name, hub.open AS open';
const NEGATED =
  'MATCH (leaf) WHERE leaf.n = 0 AND NOT (leaf)-[:to]->({open: false}) RETURN leaf.name AS name';

const QUERIES: readonly [query: string, mode: StandingMode, nodes: number, rows: number][] = [
  [TRACES, 'DistinctId', 6, 2],
  [ROWS, 'MultipleValues', 6, 5],
  [GROUPS, 'MultipleValues', 0, 2],
  [SUM, 'MultipleValues', 6, 1],
  [DISTINCT, 'MultipleValues', 0, 2],
  [OPTIONAL, 'MultipleValues', 6, 5],
  [NEGATED, 'MultipleValues', 6, 3],
];

test.each(QUERIES)('all is well: %s', async (query, mode, nodes, rows) => {
  const report = await audited(query, mode, () => undefined);
  expect(report).toEqual({ nodes, rows, differences: [], differenceCount: 0, unsettled: 0 });
});

/** The node's state is gone. */
function forget(id: NodeId): (graph: Audited) => void {
  return ({ cluster }) => {
    for (const shard of cluster.hosts[0]!.shards) {
      const actor = shard.nodes.get(id);
      if (actor) actor.standing = undefined;
    }
  };
}

/** The change does not reach the standing queries. */
function closeSilently({ cluster }: Audited): void {
  const silent = { recorded: () => undefined, propertyChanged: () => undefined, watchesProperties: false };
  for (const shard of cluster.hosts[0]!.shards) {
    shard.nodes.get(HUB)?.setProperty('open', false, silent as never);
  }
}

/** A result that was never there, with this row, among those of a node. */
function invent(id: NodeId, row: readonly unknown[]): (graph: Audited) => void {
  return ({ cluster, engine }) => {
    const event = [EventKind.Standing, 1, [18, '5b0d4a3e-0000-4000-8000-000000000001', row]];
    for (const shard of cluster.hosts[0]!.shards) {
      const actor = shard.nodes.get(id);
      if (actor) actor.standing = engine.replay(actor.standing, event as unknown as StandingEvent);
    }
  };
}

const LEAF = formatNodeId(LEAVES[3]!);
const HUB_TEXT = formatNodeId(HUB);
type Found = readonly [row: string, expected: number, reported: number];

test.each<[string, string, StandingMode, (graph: Audited) => void, readonly Found[]]>([
  ['a lost match', TRACES, 'DistinctId', forget(LEAVES[3]!), [[`["${LEAF}"]`, 1, 0]]],
  [
    'matches that hold no more',
    TRACES,
    'DistinctId',
    closeSilently,
    [1, 3].map((i): Found => [`["${formatNodeId(LEAVES[i]!)}"]`, 0, 1]),
  ],
  ['lost rows', ROWS, 'MultipleValues', forget(HUB), LEAVES.map((_, i): Found => [`["leaf ${i}"]`, 1, 0])],
  ['a row too many', ROWS, 'MultipleValues', invent(HUB, ['leaf 3']), [['["leaf 3"]', 1, 2]]],
  [
    'groups that are gone',
    GROUPS,
    'MultipleValues',
    closeSilently,
    [
      ['[0,3]', 0, 1],
      ['[1,2]', 0, 1],
    ],
  ],
  ['a sum of nothing', SUM, 'MultipleValues', closeSilently, [[`["${HUB_TEXT}",2]`, 0, 1]]],
  [
    'distinct values that are gone',
    DISTINCT,
    'MultipleValues',
    closeSilently,
    [
      ['[0]', 0, 1],
      ['[1]', 0, 1],
    ],
  ],
  [
    'optional matches that are gone',
    OPTIONAL,
    'MultipleValues',
    closeSilently,
    LEAVES.flatMap((_, i): Found[] => [
      [`["leaf ${i}",null]`, 1, 0],
      [`["leaf ${i}",true]`, 0, 1],
    ]),
  ],
  [
    'what must not be there and came',
    NEGATED,
    'MultipleValues',
    closeSilently,
    [0, 2, 4].map((i): Found => [`["leaf ${i}"]`, 0, 1]),
  ],
])('%s: %s', async (_, query, mode, tamper, expected) => {
  const { differences, differenceCount, unsettled } = await audited(query, mode, tamper);
  const found = differences.map(({ row, expected: right, reported }): Found => [row, right, reported]);
  expect([...found].sort()).toEqual([...expected].sort());
  expect([differenceCount, unsettled]).toEqual([expected.length, 0]);
});

test.each(QUERIES)('no false alarm while data changes: %s', async (query, mode) => {
  let writes = 0;
  const random = new SeededRandom(77);
  const report = await audited(
    query,
    mode,
    () => undefined,
    async ({ cluster }) => {
      const session = cluster.hosts[0]!.session();
      const leaf = random.pick(LEAVES);
      session.setProperty(leaf, 'name', `name ${++writes}`);
      session.setProperty(leaf, 'n', random.below(2));
      if (random.chance(0.3)) session.setProperty(HUB, 'open', random.chance(0.5));
      await session.settled();
    },
  );
  expect(writes).toBeGreaterThan(0);
  expect(report.differences).toEqual([]);
});
