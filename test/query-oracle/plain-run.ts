/** What the parts of the naive interpreter share during one run of one query. */
import type { Query, SemanticFacts } from '@weir/cypher';
import type { Arrange } from './arrangement.js';
import type { PlainGraph } from './plain-graph.js';
import type { PlainValue } from './plain-value.js';

export type PlainRow = ReadonlyMap<string, PlainValue>;

export interface PlainRun {
  readonly query: Query;
  readonly facts: SemanticFacts;
  readonly graph: PlainGraph;
  readonly parameters: PlainRow;
  /** Decides every order that the language leaves open. */
  readonly arrange: Arrange;
}

export function extended(row: PlainRow, name: string, value: PlainValue): PlainRow {
  return new Map(row).set(name, value);
}
