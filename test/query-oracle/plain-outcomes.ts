/** Runs a query naively, and decides whether another outcome is correct. */
import { checkQuery, parseQuery } from '@weir/cypher';
import { arrangementOf } from './arrangement.js';
import { type Outcome, outcomeText, plainGraphText, plainShape, STRICTNESS } from './outcome.js';
import { runBody } from './plain-clauses.js';
import { PlainGraph } from './plain-graph.js';
import { evaluate } from './plain-expressions.js';
import { matchPattern } from './plain-patterns.js';
import type { PlainParts, PlainRun } from './plain-run.js';
import { NotComparable } from './plain-value.js';
import type { QueryCase } from './query-case.js';

/** Number of runs with different choices for every open order, before a result counts as determined. */
const ARRANGEMENTS = 30;

const PARTS: PlainParts = { evaluate, matchPattern, runBody };

export type Verdict =
  | { readonly kind: 'right' }
  /** The language leaves the result open, or the naive interpreter cannot determine it. */
  | { readonly kind: 'open'; readonly reason: string }
  | { readonly kind: 'wrong'; readonly expected: string; readonly found: string };

/** @param found `undefined`: the query failed. */
export function judge(queryCase: QueryCase, expected: Outcome, found: Outcome | undefined): Verdict {
  const comparisons = STRICTNESS.filter(each => each !== 'order' || isOrdered(queryCase));
  const differs = comparisons.filter(
    strictness => found === undefined || outcomeText(expected, strictness) !== outcomeText(found, strictness),
  );
  if (differs.length === 0) return { kind: 'right' };
  const others: Outcome[] = [];
  try {
    for (let i = 1; i <= ARRANGEMENTS; i++) others.push(plainOutcome(queryCase, i));
  } catch (error) {
    return { kind: 'open', reason: reasonOf(error) };
  }
  // From loose to strict: a result on which all arrangements agree is determined.
  for (const strictness of [...differs].reverse()) {
    const wanted = outcomeText(expected, strictness);
    if (others.some(other => outcomeText(other, strictness) !== wanted)) continue;
    return {
      kind: 'wrong',
      expected: wanted,
      found: found === undefined ? '' : outcomeText(found, strictness),
    };
  }
  // If the order of rows is open, a result that agrees apart from the order is correct.
  if (differs.length < comparisons.length) return { kind: 'right' };
  return { kind: 'open', reason: 'the result depends on an order that the language leaves open' };
}

/** Rows of different records may be in any order. */
function isOrdered({ query, records }: QueryCase): boolean {
  const last = parseQuery(query).body.parts.at(-1)!.clauses.at(-1)!;
  return records.length === 1 && last.kind === 'return' && last.orderBy.length > 0;
}

export function reasonOf(error: unknown): string {
  if (error instanceof NotComparable) return error.message;
  throw error;
}

/** Records have no order among each other. */
function arrangedRecords(records: readonly number[], arrangement: number): readonly number[] {
  const first = arrangement % records.length;
  return [...records.slice(first), ...records.slice(0, first)];
}

/** @param arrangement see `arrangementOf`. @throws NotComparable */
export function plainOutcome({ graph: seed, query: text, records }: QueryCase, arrangement: number): Outcome {
  const query = parseQuery(text);
  const facts = checkQuery(query);
  const graph = PlainGraph.of(seed);
  const arrange = arrangementOf(arrangement);
  const { columns } = facts;
  const rows = arrangedRecords(records, arrangement).flatMap(record => {
    const run: PlainRun = {
      query,
      facts,
      graph,
      parameters: new Map([['p', record]]),
      arrange,
      parts: PARTS,
    };
    const found = runBody(run, query.body, new Map());
    // Elements in their state at the end of the record.
    return columns.length === 0
      ? []
      : found.map(row => columns.map(name => plainShape(row.get(name) ?? null)));
  });
  return { columns, rows, graph: plainGraphText(graph) };
}
