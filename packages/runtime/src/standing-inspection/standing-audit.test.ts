/** An audit finds nothing where all is well, and what is wrong where a node's state was tampered with. */
import { compileQuery } from '@weir/cypher';
import { HostCluster } from '@weir/graph/testing';
import { formatNodeId, idFrom, type NodeId } from '@weir/model';
import { createPersistorFactory } from '@weir/persistor';
import { compileStandingQuery, createStandingEngine, type StandingMode } from '@weir/standing';
import { type AuditReport, auditStanding } from './standing-audit.js';
import { rowsOnNode, surveyStanding } from './standing-survey.js';

const HUB = idFrom(['hub'])!;

async function audited(
  query: string,
  mode: StandingMode,
  tamper: (cluster: HostCluster) => void,
): Promise<AuditReport> {
  const factory = createPersistorFactory({ type: 'memory' });
  const stores = [await factory.open('shard-0'), await factory.open('shard-1')];
  const plan = compileStandingQuery(query, mode, 1);
  const cluster = new HostCluster({
    hosts: 1,
    shards: 2,
    seed: 9,
    engineOf: () => {
      const engine = createStandingEngine();
      engine.register(plan);
      return engine;
    },
    persistorOf: shard => stores[shard]!,
  });
  const host = cluster.hosts[0]!;
  const session = host.session();
  for (let i = 0; i < 5; i++) {
    const leaf = idFrom(['leaf', i])!;
    session.mergeProperties(leaf, { n: i % 2, name: `leaf ${i}` });
    session.createEdge(leaf, 'to', HUB);
  }
  session.setProperty(HUB, 'open', true);
  await cluster.until(session.settled());
  await cluster.settle();
  tamper(cluster);
  const report = auditStanding(query, 100, {
    scheduler: host.environment.scheduler,
    survey: async size => [await surveyStanding(host, plan, size, 4)],
    rowsOn: node => rowsOnNode(host, plan, node),
    run: async (text, parameters) => {
      const graph = host.session();
      const stream = compileQuery(text).run({ graph, environment: host.environment, parameters });
      const rows = [];
      for (let some = await stream.next(); some !== undefined; some = await stream.next()) rows.push(...some);
      return rows;
    },
  });
  return cluster.until(report);
}

const SINGLE = 'MATCH (leaf)-[:to]->(hub {open: true}) WHERE leaf.n = 1 RETURN DISTINCT id(leaf) AS leaf';
const ROWS = 'MATCH (leaf)-[:to]->(hub {open: true}) RETURN leaf.name AS name';
const GROUPS = 'MATCH (leaf)-[:to]->(hub {open: true}) RETURN leaf.n AS n, count(*) AS count';

function forget(id: NodeId): (cluster: HostCluster) => void {
  return cluster => {
    for (const shard of cluster.hosts[0]!.shards) {
      const actor = shard.nodes.get(id);
      if (actor) actor.standing = undefined;
    }
  };
}

test.each<[string, StandingMode, number, number]>([
  [SINGLE, 'DistinctId', 6, 2],
  [ROWS, 'MultipleValues', 6, 5],
  [GROUPS, 'MultipleValues', 0, 2],
])('all is well: %s', async (query, mode, nodes, rows) => {
  expect(await audited(query, mode, () => undefined)).toEqual({ nodes, rows, differences: [] });
});

test('a match that was lost', async () => {
  const leaf = idFrom(['leaf', 3])!;
  const { differences } = await audited(SINGLE, 'DistinctId', forget(leaf));
  expect(differences).toEqual([
    { node: formatNodeId(leaf), row: `["${formatNodeId(leaf)}"]`, expected: 1, reported: 0 },
  ]);
});

test('results that hold no more', async () => {
  const { differences } = await audited(GROUPS, 'MultipleValues', cluster => {
    // The change does not reach the standing queries.
    for (const shard of cluster.hosts[0]!.shards) {
      const silent = {
        recorded: () => undefined,
        propertyChanged: () => undefined,
        watchesProperties: false,
      };
      shard.nodes.get(HUB)?.setProperty('open', false, silent as never);
    }
  });
  expect(differences.map(({ row, expected, reported }) => [row, expected, reported]).sort()).toEqual([
    ['[0,3]', 0, 1],
    ['[1,2]', 0, 1],
  ]);
});
