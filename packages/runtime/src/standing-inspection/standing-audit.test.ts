/**
 * An audit finds no differences in a correct state, even while data changes, and finds the errors in a state that was
 * tampered with.
 */
import { compileQuery } from '@weir/cypher';
import { WorkerCluster, SeededRandom } from '@weir/graph/testing';
import { EventKind, formatNodeId, idFrom, type NodeId, type StandingEvent } from '@weir/model';
import { createPersistorFactory } from '@weir/persistor';
import {
  compileStandingQuery,
  createStandingEngine,
  describePlan,
  inspectState,
  type RegisteringStandingEngine,
  type StandingMode,
} from '@weir/standing';
import type { AuditOptions, AuditReport } from '@weir/contract';
import { auditStanding } from './standing-audit.js';
import { StandingCounts } from './standing-counts.js';
import { WorkerInspection } from './worker-inspection.js';

const HUB = idFrom(['hub'])!;
const LEAVES = [0, 1, 2, 3, 4].map(i => idFrom(['leaf', i])!);

interface Audited {
  readonly cluster: WorkerCluster;
  readonly engine: RegisteringStandingEngine;
}

/** @param disturb called between two requests of the audit. */
async function audited(
  query: string,
  mode: StandingMode,
  options: AuditOptions,
  tamper: (graph: Audited) => void,
  disturb: (graph: Audited) => Promise<void> = () => Promise.resolve(),
): Promise<AuditReport> {
  const factory = createPersistorFactory({ type: 'memory' });
  const stores = [await factory.open('shard-0'), await factory.open('shard-1')];
  const plan = compileStandingQuery(query, mode, 1);
  const engine = createStandingEngine();
  engine.queries.register(plan);
  const cluster = new WorkerCluster({
    workers: 1,
    shards: 2,
    seed: 9,
    engineOf: () => engine,
    persistorOf: shard => stores[shard]!,
  });
  const graph = { cluster, engine };
  const worker = cluster.workers[0]!;
  const session = worker.session();
  LEAVES.forEach((leaf, i) => {
    session.effects.mergeProperties(leaf, { n: i % 2, name: `leaf ${i}` });
    session.effects.createEdge(leaf, 'to', HUB);
  });
  session.effects.setProperty(HUB, 'open', true);
  await cluster.until(session.settled());
  await cluster.settle();
  tamper(graph);
  const description = describePlan(plan);
  const audit = {
    text: query,
    root: description.patternNodes[0]!.variable,
    areGrouped: description.groups === 'on group nodes',
    reading: description.groups === 'none' ? 'exact' : 'loose',
  } as const;
  const counts = new StandingCounts(worker, query => engine.queries.countsOf(query)!);
  const inspection = new WorkerInspection(worker, counts, () => plan);
  const report = auditStanding(audit, options, {
    scheduler: worker.environment.scheduler,
    sample: count => inspection.sample(1, count, 3),
    inspect: async ids => {
      await disturb(graph);
      return inspection.inspect(1, ids);
    },
    membersAt: (groupNode, member) => inspection.membersAt(1, groupNode, member),
    resultsOf: members => inspection.resultsOf(1, members),
    allRows: () => inspection.allRows(1),
    run: async (text, parameters) => {
      await disturb(graph);
      const stream = compileQuery(text).run({
        graph: worker.session(),
        environment: worker.environment,
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
/** Groups with several roots as members. */
const SHARED = 'MATCH (leaf) WHERE leaf.n IS NOT NULL RETURN leaf.n AS n, count(*) AS count';
const SUM = `${OPEN} RETURN id(hub) AS hub, sum(leaf.n) AS total`;
const DISTINCT = `${OPEN} RETURN DISTINCT leaf.n AS n`;
const GLOBAL = `${OPEN} RETURN count(*) AS count`;
const COLLECTED = `${OPEN} RETURN id(hub) AS hub, collect(leaf.name) AS names`;
const OPTIONAL =
  'MATCH (leaf) WHERE leaf.name IS NOT NULL OPTIONAL MATCH (leaf)-[:to]->(hub {open: true}) ' +
  'RETURN leaf.name AS name, hub.open AS open';
const NEGATED =
  'MATCH (leaf) WHERE leaf.n = 0 AND NOT (leaf)-[:to]->({open: false}) RETURN leaf.name AS name';

const CHAINED =
  'MATCH (leaf) WHERE leaf.n IS NOT NULL WITH leaf.n AS n, count(*) AS each RETURN max(each) AS most, count(*) AS groups';
const UNWOUND = 'MATCH (leaf) WHERE leaf.n = 1 UNWIND [leaf.n, 7] AS x RETURN x, leaf.name AS name';
const CALLED = `${OPEN} CALL { WITH hub MATCH (hub)<-[:to]-(other {n: 1}) RETURN count(*) AS odd } RETURN leaf.name, odd`;

const QUERIES: readonly [query: string, mode: StandingMode, rows: number, sampled: Sampled][] = [
  [TRACES, 'DistinctId', 2, { nodes: 6, nodesWithResults: 2, groups: 0, rows: 2 }],
  [ROWS, 'MultipleValues', 5, { nodes: 6, nodesWithResults: 1, groups: 0, rows: 5 }],
  [GROUPS, 'MultipleValues', 2, { nodes: 6, nodesWithResults: 1, groups: 2, rows: 2 }],
  [SHARED, 'MultipleValues', 2, { nodes: 6, nodesWithResults: 5, groups: 2, rows: 5 }],
  [SUM, 'MultipleValues', 1, { nodes: 6, nodesWithResults: 1, groups: 0, rows: 1 }],
  [DISTINCT, 'MultipleValues', 2, { nodes: 6, nodesWithResults: 1, groups: 2, rows: 2 }],
  [GLOBAL, 'MultipleValues', 1, { nodes: 6, nodesWithResults: 1, groups: 1, rows: 6 }],
  [COLLECTED, 'MultipleValues', 1, { nodes: 6, nodesWithResults: 1, groups: 0, rows: 1 }],
  [OPTIONAL, 'MultipleValues', 5, { nodes: 6, nodesWithResults: 5, groups: 0, rows: 5 }],
  [NEGATED, 'MultipleValues', 3, { nodes: 6, nodesWithResults: 3, groups: 0, rows: 3 }],
  [CHAINED, 'MultipleValues', 1, { nodes: 6, nodesWithResults: 5, groups: 3, rows: 6 }],
  [UNWOUND, 'MultipleValues', 4, { nodes: 6, nodesWithResults: 2, groups: 0, rows: 4 }],
  [CALLED, 'MultipleValues', 5, { nodes: 6, nodesWithResults: 1, groups: 0, rows: 5 }],
];

type Sampled = Pick<AuditReport, 'nodes' | 'nodesWithResults' | 'groups' | 'rows'>;

const WELL = { differences: [], differenceCount: 0, unsettled: 0 };

test.each(QUERIES)('finds no differences: %s', async (query, mode, rows, sampled) => {
  const sample = await audited(query, mode, {}, () => undefined);
  expect(sample).toMatchObject({ whole: false, ...sampled, ...WELL });
  const all = await audited(query, mode, { whole: true }, () => undefined);
  expect(all).toMatchObject({ whole: true, nodes: 0, rows, ...WELL });
});

/** Removes the node's state. */
function forget(id: NodeId): (graph: Audited) => void {
  return ({ cluster }) => {
    for (const shard of cluster.workers[0]!.shards) {
      const actor = shard.nodes.get(id);
      if (actor) actor.standing = undefined;
    }
  };
}

/** Closes an edge without notifying the standing queries. */
function closeSilently({ cluster }: Audited): void {
  for (const shard of cluster.workers[0]!.shards) {
    const silent = {
      journal: { counts: shard.journal.counts, append: () => undefined },
      propertyChanged: () => undefined,
      watchesProperties: false,
    };
    shard.nodes.get(HUB)?.setProperty('open', false, silent as never);
  }
}

/** Adds a false result with this row to a node. */
function invent(id: NodeId, row: readonly unknown[]): (graph: Audited) => void {
  return ({ cluster, engine }) => {
    const event = [EventKind.Standing, 1, [18, '5b0d4a3e-0000-4000-8000-000000000001', row]];
    for (const shard of cluster.workers[0]!.shards) {
      const actor = shard.nodes.get(id);
      if (actor) actor.standing = engine.states.replay(actor.standing, event as unknown as StandingEvent);
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
  [
    'a count of nothing',
    GLOBAL,
    'MultipleValues',
    closeSilently,
    [
      ['[0]', 1, 0],
      ['[5]', 0, 1],
    ],
  ],
])('%s: %s', async (_, query, mode, tamper, expected) => {
  for (const whole of [true, false]) {
    const { differences, differenceCount, unsettled } = await audited(query, mode, { whole }, tamper);
    const found = differences.map(({ row, expected: right, reported }): Found => [row, right, reported]);
    expect([...found].sort()).toEqual([...expected].sort());
    expect([differenceCount, unsettled]).toEqual([expected.length, 0]);
  }
});

/** Group of leaves with `n = 0`; the report of the group is unchanged. */
test.each<[string, unknown]>([
  ['too many', [12, 0, LEAVES[1], [[0, null, 1]]]],
  ['too few', [13, 0, LEAVES[2]]],
])('a group with a member %s', async (_, payload) => {
  const { differences } = await audited(SHARED, 'MultipleValues', {}, ({ cluster, engine }) => {
    const groupNodes = cluster.workers[0]!.shards.flatMap(shard => [...shard.nodes.values()]);
    const groupNode = groupNodes.find(({ standing }) =>
      inspectState(standing).some(({ results }) => results[0]?.row[0] === 0),
    )!;
    groupNode.standing = engine.states.replay(groupNode.standing, [EventKind.Standing, 1, payload]);
  });
  expect(differences.length).toBeGreaterThanOrEqual(2);
});

test('a group of groups with one member missing', async () => {
  const { differences } = await audited(CHAINED, 'MultipleValues', {}, ({ cluster, engine }) => {
    const groupNodes = cluster.workers[0]!.shards.flatMap(shard => [...shard.nodes.values()]);
    const last = groupNodes.find(({ standing }) =>
      inspectState(standing).some(({ nodeIndex }) => nodeIndex === 2),
    )!;
    const [members] = inspectState(last.standing)[0]!.patternEdges;
    const { neighbor } = members!.reported[0]!;
    const silent = [EventKind.Standing, 1, [13, 1, neighbor]] as unknown as StandingEvent;
    last.standing = engine.states.replay(last.standing, silent);
  });
  expect(differences.map(({ row }) => row)).toHaveLength(3);
});

test.each(QUERIES)('reports no false alarm while data changes: %s', async (query, mode) => {
  let writes = 0;
  const random = new SeededRandom(77);
  const report = await audited(
    query,
    mode,
    {},
    () => undefined,
    async ({ cluster }) => {
      const session = cluster.workers[0]!.session();
      const leaf = random.pick(LEAVES);
      session.effects.setProperty(leaf, 'name', `name ${++writes}`);
      session.effects.setProperty(leaf, 'n', random.below(2));
      if (random.chance(0.3)) session.effects.setProperty(HUB, 'open', random.chance(0.5));
      await session.settled();
    },
  );
  expect(writes).toBeGreaterThan(0);
  expect(report.differences).toEqual([]);
});
