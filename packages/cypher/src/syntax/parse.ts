import type { Expression, Query } from './ast.js';

/** @throws WeirError `cypher.syntax` with a position. */
export function parseQuery(text: string): Query {
  throw new Error(`no parser yet for ${text}`);
}

/** @throws WeirError `cypher.syntax` with a position. */
export function parseExpression(text: string): Expression {
  throw new Error(`no parser yet for ${text}`);
}
