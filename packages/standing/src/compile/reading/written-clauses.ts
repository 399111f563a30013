/** Synthetic syntax trees that express parts of a query in another form. */
import type { Clause, Expression, Projection, QueryBody, Span } from '@weir/cypher';

/** A WITH or RETURN with nothing but its items. */
export const PLAIN: Pick<Projection, 'distinct' | 'star' | 'orderBy' | 'skip' | 'limit'> = {
  distinct: false,
  star: false,
  orderBy: [],
  skip: undefined,
  limit: undefined,
};

export function bodyOf(clauses: readonly Clause[], span: Span): QueryBody {
  const part = { kind: 'single-query', clauses, span } as const;
  return { kind: 'query-body', parts: [part], union: 'distinct', span };
}

export function subqueryOf(
  form: 'exists' | 'count' | 'collect',
  clauses: readonly Clause[],
  span: Span,
): Expression {
  return { kind: 'subquery', form, body: bodyOf(clauses, span), span };
}
