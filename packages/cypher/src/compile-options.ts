import type { PlanningBounds } from './budget/planning-budget.js';
import type { Extensions } from './functions/function-registry.js';

/** What a query is compiled for. */
export interface CompileOptions {
  /**
   * Parameters that differ from row to row of a batch (an ingest stream's record): the names, in the order
   * of the argument rows' slots.
   */
  readonly rowParameters?: readonly string[];
  /** Names of the other parameters that a run will bring. `undefined`: any name is allowed and read at run time. */
  readonly parameters?: readonly string[] | undefined;
  /** The row parameters are variables too, bound before the query begins. */
  readonly rowVariables?: boolean;
  /** Functions and procedures beside the built-in ones. */
  readonly extensions?: Extensions | undefined;
  /** Past the deadline compiling stops with `cypher.timeout`. Default: none. */
  readonly bounds?: PlanningBounds | undefined;
}
