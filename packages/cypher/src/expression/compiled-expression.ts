import type { Value } from '@weir/model';
import type { Row } from '../compiled-query.js';
import type { Footprint } from '../footprint.js';
import type { RunState } from '../run/run-state.js';

/** Computes a value from a row. Synchronous; RunState describes what happens if it must read from the graph. */
export type Evaluate = (row: Row, state: RunState) => Value;

export interface CompiledExpression {
  readonly evaluate: Evaluate;
  /** Whether the value may be, or contain, a node, relationship or path. */
  readonly entities: boolean;
  /** Reads of the graph during evaluation. */
  readonly reads: Footprint;
  /** Whether it uses no row and no state: evaluate it once, with any. */
  readonly isConstant: boolean;
  /** Whether it returns the same value each time for the same row and graph (no `rand()`, no `timestamp()`). */
  readonly isPure: boolean;
}
