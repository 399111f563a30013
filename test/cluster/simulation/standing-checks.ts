/** Checks standing queries of the simulation: compares their results in the log with running the same query once. */
import { compileQuery, type GraphSession, type Row } from '@weir/cypher';
import { resultsIn } from '@weir/graph/testing';
import type { Environment } from '@weir/platform';
import { compileStandingQuery } from '@weir/standing';
import { rowText, TextCounts } from '../../standing-oracle/row-text.js';
import type { LogOperation } from '@weir/persistor-logged';

const QUERIES = [
  { mode: 'MultipleValues', text: 'MATCH (a)-[:e]->(b) WHERE a.t = 1 AND b.t = 1 RETURN id(a), id(b)' },
  {
    mode: 'MultipleValues',
    text: 'MATCH (a)-[:e]->(b)-[:e]->(c) WHERE a.t = 1 AND c.t = 1 RETURN id(a), id(b), id(c)',
  },
  { mode: 'DistinctId', text: 'MATCH (a)-[:e]->(b) WHERE b.t = 1 RETURN DISTINCT id(a)' },
] as const;

export const PLANS = QUERIES.map(({ text, mode }, i) => compileStandingQuery(text, mode, i + 1, {}));
const BATCH = QUERIES.map(({ text }) => compileQuery(text));

/** @param operations of all logs, in order for each shard. @returns violations. */
export async function standingProblems(
  operations: readonly LogOperation[],
  graph: GraphSession,
  environment: Environment,
): Promise<string[]> {
  const problems: string[] = [];
  const matches = QUERIES.map(() => new Map<string, string>());
  const stored = operations.flatMap(each => (each.kind === 'write' ? (each.group.results ?? []) : []));
  for (const { query, bytes } of stored) {
    for (const result of resultsIn({ query, bytes } as never)) {
      const ofQuery = matches[query - 1]!;
      const { resultId, isPositiveMatch, row } = result;
      if (isPositiveMatch === ofQuery.has(resultId)) {
        problems.push(
          `query ${query}: ${isPositiveMatch ? 'twice' : 'never'} matched, ${rowText(row, false)}`,
        );
      }
      if (isPositiveMatch) ofQuery.set(resultId, rowText(row, false));
      else ofQuery.delete(resultId);
    }
  }
  for (const [i, batch] of BATCH.entries()) {
    const found = new TextCounts();
    for (const text of matches[i]!.values()) found.add(text, 1);
    const stream = batch.run({ graph, environment, parameters: {} });
    const all: Row[] = [];
    for (let rows = await stream.next(); rows !== undefined; rows = await stream.next()) all.push(...rows);
    const expected = TextCounts.of(all, false).toString();
    if (found.toString() !== expected) {
      problems.push(`query ${i + 1}: reported [${found.toString()}], expected [${expected}]`);
    }
  }
  return problems;
}
