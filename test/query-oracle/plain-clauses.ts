/**
 * Runs a query as the language defines it: each clause consumes the whole table of the previous one, finishes, and
 * returns a new table. Nothing is planned, streamed or reordered.
 */
import type { PlainRow } from './plain-elements.js';
import { extended, type PlainRun } from './plain-run.js';
import {
  type CallSubquery,
  type Clause,
  type Match,
  type QueryBody,
  type SingleQuery,
  type Variable,
  walk,
} from '@weir/cypher';
import { project } from './plain-projection.js';
import { isList, NotComparable, sameRow } from './plain-value.js';
import { callProcedure, createPart, deleteElements, mergeRow, removeItem, setItem } from './plain-updates.js';

/** @returns only the columns of a query or subquery, for one outer row. */
export function runBody(run: PlainRun, body: QueryBody, outer: PlainRow): readonly PlainRow[] {
  const rows = body.parts.flatMap(part => runPart(run, part, [outer]));
  if (body.parts.length === 1 || body.union === 'all') return rows;
  return rows.filter((row, i) => rows.findIndex(other => sameRow(other, row)) === i);
}

function runPart(run: PlainRun, part: SingleQuery, rows: readonly PlainRow[]): readonly PlainRow[] {
  return part.clauses.reduce((table, clause) => run.arrange(runClause(run, clause, table)), rows);
}

function runClause(run: PlainRun, clause: Clause, rows: readonly PlainRow[]): readonly PlainRow[] {
  switch (clause.kind) {
    case 'match':
      return rows.flatMap(row => matches(run, clause, row));
    case 'unwind':
      return rows.flatMap(row => {
        const list = run.parts.evaluate(run, clause.list, row);
        const elements = list === null ? [] : isList(list) ? list : [list];
        return elements.map(element => extended(row, clause.variable.name, element));
      });
    case 'with':
    case 'return':
      return project(run, clause, rows);
    case 'create':
      return rows.map(row => clause.patterns.reduce((created, part) => createPart(run, part, created), row));
    case 'merge':
      return rows.flatMap(row => mergeRow(run, clause, row));
    case 'set':
      for (const row of rows) for (const item of clause.items) setItem(run, item, row);
      return rows;
    case 'remove':
      for (const row of rows) for (const item of clause.items) removeItem(run, item, row);
      return rows;
    case 'delete':
      deleteElements(run, clause, rows);
      return rows;
    case 'foreach':
      for (const row of rows) {
        const list = run.parts.evaluate(run, clause.list, row);
        for (const element of isList(list) ? list : []) {
          const inner = extended(row, clause.variable.name, element);
          clause.clauses.reduce<readonly PlainRow[]>((table, each) => runClause(run, each, table), [inner]);
        }
      }
      return rows;
    case 'call-procedure':
      return rows.map(row => callProcedure(run, clause, row));
    case 'call-subquery':
      return rows.flatMap(row => callSubquery(run, clause, row));
    default:
      throw new NotComparable(`the clause ${clause.kind}`);
  }
}

function matches(run: PlainRun, clause: Match, row: PlainRow): readonly PlainRow[] {
  refuseDeletedIds(run, clause, row);
  const found = run.parts.matchPattern(run, clause.patterns, clause.where, row);
  if (!clause.optional || found.length > 0) return found;
  const names = clause.patterns.flatMap(part =>
    [part.path, ...[...part.nodes, ...part.relationships].map(element => element.variable)].filter(
      (variable): variable is Variable => variable !== undefined,
    ),
  );
  const nulls = names.filter(({ name }) => !row.has(name)).map(({ name }) => [name, null] as const);
  return [new Map([...row, ...nulls])];
}

/** An id always names a node, even a deleted one. Queries that depend on this are not compared. */
function refuseDeletedIds(run: PlainRun, clause: Match, row: PlainRow): void {
  if (clause.where === undefined) return;
  walk(clause.where, node => {
    if (node.kind === 'call' && node.name === 'idFrom') run.parts.evaluate(run, node, row);
  });
}

function callSubquery(run: PlainRun, clause: CallSubquery, row: PlainRow): readonly PlainRow[] {
  const { imports, body } = clause;
  const last = body.parts[0]!.clauses.at(-1)!;
  const parts = body.parts.map(part => ({ ...body, parts: [part] }));
  const results = parts.flatMap(part => runBody(run, part, importedRow(imports, part.parts[0]!, row)));
  if (last.kind !== 'return') return [row];
  const distinct =
    body.parts.length === 1 || body.union === 'all'
      ? results
      : results.filter((result, i) => results.findIndex(other => sameRow(other, result)) === i);
  return distinct.map(result => new Map([...row, ...result]));
}

function importedRow(imports: CallSubquery['imports'], part: SingleQuery, row: PlainRow): PlainRow {
  if (imports === '*') return row;
  if (imports !== undefined) return new Map(imports.map(({ name }) => [name, row.get(name) ?? null]));
  return part.clauses[0]!.kind === 'with' ? row : new Map();
}
