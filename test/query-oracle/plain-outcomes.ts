/** Runs a query naively, and decides whether another outcome is right. */
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

/** How often a query runs again with every open order chosen differently, before its result counts as decided. */
const ARRANGEMENTS = 30;

const PARTS: PlainParts = { evaluate, matchPattern, runBody };

export type Verdict =
  | { readonly kind: 'right' }
  /** The language leaves the result open, or the naive interpreter can't tell it. */
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
  // From loose to strict: what all arrangements agree on is decided.
  for (const strictness of [...differs].reverse()) {
    const wanted = outcomeText(expected, strictness);
    if (others.some(other => outcomeText(other, strictness) !== wanted)) continue;
    return {
      kind: 'wrong',
      expected: wanted,
      found: found === undefined ? '' : outcomeText(found, strictness),
    };
  }
  // Where the order of rows is open, a result that agrees without it is right.
  if (differs.length < comparisons.length) return { kind: 'right' };
  return { kind: 'open', reason: 'the result depends on an order that the language leaves open' };
}

/** Rows of different records come in any order. */
function isOrdered({ query, records }: QueryCase): boolean {
  const last = parseQuery(query).body.parts.at(-1)!.clauses.at(-1)!;
  return records.length === 1 && last.kind === 'return' && last.orderBy.length > 0;
}

export function reasonOf(error: unknown): string {
  if (error instanceof NotComparable) return error.message;
  throw error;
}

/** Nothing is ordered between records. */
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
    // Elements look as they do when the record is done.
    return columns.length === 0
      ? []
      : found.map(row => columns.map(name => plainShape(row.get(name) ?? null)));
  });
  return { columns, rows, graph: plainGraphText(graph) };
}
