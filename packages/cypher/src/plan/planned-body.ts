import type { Binding } from '../expression/bindings.js';
import type { EvaluateId } from '../expression/compile-call.js';
import type { Plan } from './plan.js';

/** The plan of a query, or of the inside of a subquery. */
export interface PlannedBody {
  readonly plan: Plan;
  /** The columns of RETURN; `undefined` if the body has a different end. */
  readonly columns: ReadonlyMap<string, Binding> | undefined;
  /** Ids of the plan's first nodes; `undefined` unless they depend only on the argument row. */
  readonly rowAnchors: readonly EvaluateId[] | undefined;
}
