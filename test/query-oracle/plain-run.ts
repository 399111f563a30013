/** Shared state of the naive interpreter during one run of a query. */
import type { Expression, PatternPart, Query, QueryBody, SemanticFacts } from '@weir/cypher';
import type { Arrange } from './arrangement.js';
import type { PlainRow, PlainValue } from './plain-elements.js';
import type { PlainGraph } from './plain-graph.js';

/** Returns the value of an expression that is already known: an aggregate, or a column. */
export type KnownValue = (expression: Expression) => PlainValue | undefined;

export interface PlainRun {
  readonly query: Query;
  readonly facts: SemanticFacts;
  readonly graph: PlainGraph;
  readonly parameters: PlainRow;
  /** Decides every order that the language leaves open. */
  readonly arrange: Arrange;
  /** Expressions, patterns and clauses contain each other: each finds the others here. */
  readonly parts: PlainParts;
}

export interface PlainParts {
  evaluate(run: PlainRun, expression: Expression, row: PlainRow, known?: KnownValue): PlainValue;
  /** @returns the row extended by every match, filtered by WHERE. */
  matchPattern(
    run: PlainRun,
    parts: readonly PatternPart[],
    where: Expression | undefined,
    row: PlainRow,
  ): readonly PlainRow[];
  /** @returns only the columns of a query or subquery, for one outer row. */
  runBody(run: PlainRun, body: QueryBody, outer: PlainRow): readonly PlainRow[];
}

export function extended(row: PlainRow, name: string, value: PlainValue): PlainRow {
  return new Map(row).set(name, value);
}
