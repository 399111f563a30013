import type { Binding } from '../expression/compile/bindings.js';
import type { EvaluateId } from '../expression/compile/compile-call.js';
import type { Plan } from './plan.js';

/** A query, or the inside of a subquery, planned. */
export interface PlannedBody {
  readonly plan: Plan;
  /** The columns of RETURN; `undefined` when the body ends otherwise. */
  readonly columns: ReadonlyMap<string, Binding> | undefined;
  /** How the plan finds its first nodes, or `undefined` when not by ids that follow from the argument row. */
  readonly rowAnchors: readonly EvaluateId[] | undefined;
}
