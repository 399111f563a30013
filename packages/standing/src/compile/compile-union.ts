/** Standing queries of several parts, joined by UNION or UNION ALL. */
import type { Clause, Extensions, Query, SingleQuery } from '@weir/cypher';
import type { StandingPlan } from '../plan/standing-plan.js';
import { buildRowPlan } from './building/build-row-plan.js';
import { Refusals } from './reading/refusals.js';
import { ShapeReader } from './reading/shape-reader.js';
import type { FailureListener } from './shape/shape.js';
import { unionPlan } from './building/union-plan.js';

export interface UnionOptions {
  readonly tracksOrigins: boolean;
  readonly extensions: Extensions | undefined;
  readonly onFailure: FailureListener;
}

/**
 * @param query with at least two parts, checked.
 * @throws WeirError `cypher.compile`, `standing.invalid-pattern`
 */
export function compileUnion(query: Query, queryNumber: number, options: UnionOptions): StandingPlan {
  const { tracksOrigins, extensions, onFailure } = options;
  const { union, parts } = query.body;
  const plans = parts.map((part, i): StandingPlan => {
    const single = onlyPart(query, union === 'distinct' ? withoutDistinct(part) : part);
    const plan = buildRowPlan(
      // A name has a different meaning in each part.
      new ShapeReader(single, { extensions, onFailure }).read(),
      queryNumber,
      undefined,
      tracksOrigins,
    );
    if (plan.result.groups.length > 0 || plan.result.onlyWhether) {
      throw new Refusals(query.text).unsupported(
        `UNION of parts that group (as part ${i + 1} does)`,
        part.span,
        'write one standing query for each part',
      );
    }
    return plan;
  });
  const [first, ...others] = plans;
  return unionPlan([first!, ...others], union);
}

function onlyPart(query: Query, part: SingleQuery): Query {
  return { ...query, body: { ...query.body, parts: [part] } };
}

/** UNION removes equal rows anyway. */
function withoutDistinct(part: SingleQuery): SingleQuery {
  const clauses = part.clauses.map((clause): Clause =>
    clause.kind === 'return' ? { ...clause, distinct: false } : clause,
  );
  return { ...part, clauses };
}
