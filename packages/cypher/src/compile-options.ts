import type { PlanningBounds } from './budget/planning-budget.js';
import type { Extensions } from './registry/function-registry.js';

export interface CompileOptions {
  /**
   * Parameters that differ from row to row of a batch (such as an ingest stream's record): their names, in the order of
   * the argument rows' slots.
   */
  readonly rowParameters?: readonly string[];
  /** Names of the other parameters that a run will supply. `undefined`: any name is allowed and read at run time. */
  readonly parameters?: readonly string[] | undefined;
  /** Whether the row parameters are also variables, bound before the query begins. */
  readonly rowVariables?: boolean;
  /** Functions and procedures in addition to the built-in ones. */
  readonly extensions?: Extensions | undefined;
  /** After the deadline compilation stops with `cypher.timeout`. Default: none. */
  readonly bounds?: PlanningBounds | undefined;
}
