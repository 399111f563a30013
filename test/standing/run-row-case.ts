/**
 * Runs one case of random queries on the toy network and returns the error found; `undefined` if everything was
 * correct.
 */
import { SeededRandom } from '@weir/graph/testing';
import { formatNodeId, type NodeId } from '@weir/model';
import { compileStandingQuery, createStandingEngine, type StandingResult } from '@weir/standing';
import type { RowNodePlan } from '@weir/standing/testing';
import { resultKey, rowsOf } from './batch-rows.js';
import { needlessState } from './needless-state.js';
import { PlainGraph } from './plain-graph.js';
import { caseOf, type OracleCase } from './random-case.js';
import { randomQuery, type RandomQuery } from './random-query.js';
import { send } from './run-case.js';
import { ToyNetwork } from './toy-network.js';

type QueryWriter = (random: SeededRandom, ids: readonly string[], labels: readonly string[]) => RandomQuery;

export function randomRowCase(random: SeededRandom): OracleCase<RandomQuery> {
  return acceptedCase(random, withTextIds(randomQuery));
}

/** Passes ids to a writer of queries in the form that queries use. */
export function withTextIds(write: QueryWriter): QueryWriter {
  return (random, ids, labels) =>
    write(
      random,
      ids.map(id => formatNodeId(id as NodeId)),
      labels,
    );
}

export function acceptedCase(random: SeededRandom, write: QueryWriter): OracleCase<RandomQuery> {
  return caseOf(random, (each, ids, labels) => acceptedQuery(() => write(each, ids, labels)), true);
}

/** Some queries that can be drawn are not supported, and are rejected. */
function acceptedQuery(write: () => RandomQuery): RandomQuery {
  for (;;) {
    const query = write();
    try {
      compileStandingQuery(query.text, query.mode, 1);
      return query;
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (code !== 'standing.invalid-pattern' && code !== 'cypher.compile' && code !== 'cypher.syntax')
        throw error;
    }
  }
}

export async function runRowCase(oracleCase: OracleCase<RandomQuery>): Promise<string | undefined> {
  const graph = new PlainGraph(oracleCase.ids);
  const random = new SeededRandom(oracleCase.schedule);
  const engine = createStandingEngine();
  const network = new ToyNetwork(engine, random, oracleCase.ids as readonly NodeId[], oracleCase.lateChanges);
  const queries = new Map<number, RandomQuery>();
  // Tracking provenance must not change the results.
  const tracksOrigins = oracleCase.schedule % 3 === 0;
  let records = 0;

  const judge = async (): Promise<string | undefined> => {
    network.settle();
    if (network.complaints.length > 0) return network.complaints[0];
    for (const [query, { text }] of queries) {
      const results = network.results.filter(result => result.query === query);
      const expected = (await rowsOf(text, graph)).map(resultKey);
      const wrong = wrongRows(results, expected);
      if (wrong !== undefined) return `${text}\n  ${wrong}`;
      const plan = engine.queries.planOf(query)!;
      const needless =
        plan.kind === 'rows' && !oracleCase.lateChanges ? needlessState(network, plan) : undefined;
      if (needless !== undefined) return `${text}\n  ${needless}`;
    }
    return undefined;
  };

  /** Nothing matches in an empty graph, and no node has state then. */
  const judgeEmpty = async (): Promise<string | undefined> => {
    const wrong = await judge();
    // The remover of an item is kept until the node is evaluated again.
    if (wrong !== undefined || oracleCase.lateChanges || tracksOrigins) return wrong;
    for (const node of oracleCase.ids) send({ kind: 'delete', node }, graph, network);
    const wrongInEmpty = await judge();
    if (wrongInEmpty !== undefined) return `all deleted: ${wrongInEmpty}`;
    // A root named by its id is evaluated whether it exists or not.
    const named = [...queries.keys()].flatMap(query => {
      const root = engine.queries.planOf(query)!.nodes[0] as RowNodePlan;
      const roots = [root, ...(root.anyOf ?? [])];
      return roots.flatMap(({ id, named: others }) => (id === undefined ? others : [id, ...others]));
    });
    const unnamed = oracleCase.ids.filter(node => !named.includes(node as NodeId));
    const holder = unnamed.find(node => network.nodes.get(node as NodeId)!.state !== undefined);
    return holder === undefined ? undefined : `all deleted, and ${holder} holds a state`;
  };

  for (const action of oracleCase.actions) {
    if (action.kind === 'register') {
      const { text, mode } = action.pattern;
      queries.set(action.query, action.pattern);
      network.register(compileStandingQuery(text, mode, action.query, { tracksOrigins }));
    } else if (action.kind === 'remove') {
      queries.delete(action.query);
      network.remove(action.query);
    } else if (action.kind === 'crash') network.crash();
    else if (action.kind === 'settle') {
      const wrong = await judge();
      if (wrong !== undefined) return wrong;
    } else {
      if (tracksOrigins) network.origin = { stream: `s${records % 3}`, position: records++ };
      send(action, graph, network);
    }
    network.run(random.below(6));
  }
  return judgeEmpty();
}

/**
 * Compares accumulated positives minus negatives with the truth, as multisets, and checks the order of each match's
 * results.
 */
export function wrongRows(
  results: readonly StandingResult[],
  expected: readonly string[],
): string | undefined {
  const matching = new Map<string, string>();
  for (const { isPositiveMatch, resultId, row } of results) {
    const key = resultKey(row);
    if (isPositiveMatch) {
      if (matching.has(resultId)) return `${resultId} began twice`;
      matching.set(resultId, key);
    } else {
      if (matching.get(resultId) !== key) {
        return `${resultId} ended as ${key}, began as ${matching.get(resultId)}`;
      }
      matching.delete(resultId);
    }
  }
  const found = [...matching.values()].sort().join('\n    ');
  const right = [...expected].sort().join('\n    ');
  return found === right ? undefined : `found\n    ${found}\n  expected\n    ${right}`;
}
