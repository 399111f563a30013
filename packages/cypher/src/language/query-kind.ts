/** Type of a query's results, as far as its text shows: whether a page shows them as a graph or a table. */
import { checkQuery, parseQuery, type Clause, type Expression, type SemanticFacts } from '../syntax/index.js';

/** `sideEffects`: no rows. `unknown`: values that may be nodes. */
export type QueryKind = 'node' | 'edge' | 'table' | 'sideEffects' | 'unknown';

/** @throws WeirError `cypher.syntax`, `cypher.compile` or `cypher.type-mismatch` */
export function queryKind(text: string): QueryKind {
  const query = parseQuery(text);
  if (query.mode !== 'run') return 'table';
  const facts = checkQuery(query);
  const kinds = new Set(query.body.parts.map(({ clauses }) => kindOf(clauses.at(-1), facts)));
  const [kind] = kinds;
  return kinds.size === 1 ? kind! : 'table';
}

function kindOf(last: Clause | undefined, facts: SemanticFacts): QueryKind {
  if (last?.kind !== 'return') return last?.kind === 'call-procedure' ? 'unknown' : 'sideEffects';
  const scope = facts.scopeBefore(last);
  const kinds = new Set(facts.itemsOf(last).map(({ expression }) => valueKind(expression, scope)));
  if (kinds.has('table')) return 'table';
  const [kind] = kinds;
  if (kinds.size === 1) return kind!;
  return kinds.has('unknown') ? 'unknown' : 'table';
}

function valueKind(expression: Expression, scope: ReturnType<SemanticFacts['scopeBefore']>): QueryKind {
  if (expression.kind !== 'variable') return EXPRESSIONS.get(expression.kind) ?? 'table';
  const kind = scope.get(expression.name);
  if (kind === 'node') return 'node';
  if (kind === 'relationship' || kind === 'relationships') return 'edge';
  return kind === 'unknown' || kind === undefined ? 'unknown' : 'table';
}

/** Expressions whose values may be nodes; all others are not. */
const EXPRESSIONS: ReadonlyMap<Expression['kind'], QueryKind> = new Map([
  ['call', 'unknown'],
  ['parameter', 'unknown'],
  ['case', 'unknown'],
  ['index', 'unknown'],
]);
