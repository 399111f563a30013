import type { Value } from '@weir/model';
import type { Row } from '../../compiled-query.js';
import type { Footprint } from './footprint.js';
import type { RunState } from '../run/run-state.js';

/** Computes a value from a row. Synchronous; see RunState for what happens when something must be read. */
export type Evaluate = (row: Row, state: RunState) => Value;

export interface CompiledExpression {
  readonly evaluate: Evaluate;
  /** The value may be, or hold, a node, relationship or path. */
  readonly entities: boolean;
  /** What evaluating reads of the graph. */
  readonly reads: Footprint;
  /** Uses no row and no state: evaluate once, with any. */
  readonly isConstant: boolean;
  /** Gives the same value each time for the same row and graph (no `rand()`, no `timestamp()`). */
  readonly isPure: boolean;
}
