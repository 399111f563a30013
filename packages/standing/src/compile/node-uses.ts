/** What expressions of a standing query may do with its nodes. */
import { type AstNode, cypherError, type Expression, type FunctionCall } from '@weir/cypher';
import { findNode } from './syntax-search.js';

const QUERYING = new Set<AstNode['kind']>([
  'pattern-predicate',
  'pattern-comprehension',
  'shortest-path',
  'subquery',
]);

/**
 * @param what how to name the expression in an error.
 * @throws WeirError `cypher.compile` if the expression asks the graph, or uses a node as a whole.
 */
export function checkNodeUses(
  text: string,
  expression: Expression,
  what: string,
  isNode: (variable: string) => boolean,
): void {
  const querying = findNode(expression, node => QUERYING.has(node.kind));
  if (querying !== undefined) {
    const message = `${what} is not a pure expression - it requires querying the graph`;
    throw cypherError('cypher.compile', message, { source: text, offset: querying.span.start });
  }
  const whole = findNode(
    expression,
    node => node.kind === 'variable' && isNode(node.name),
    node => !isAllowedUse(node),
  );
  if (whole?.kind === 'variable') {
    const message =
      `Invalid use of node variable \`${whole.name}\` ` +
      '(in standing queries, node variables can only reference constant properties or IDs)';
    throw cypherError('cypher.compile', message, { source: text, offset: whole.span.start });
  }
}

/** `n.key`, `properties(n)`, `id(n)`, `strId(n)` on a plain variable. */
function isAllowedUse(node: AstNode): boolean {
  if (node.kind === 'property') return node.subject.kind === 'variable';
  return node.kind === 'call' && variableOf(node, 'properties', 'id', 'strid') !== undefined;
}

/** The variable that is the only argument of a call of one of these functions (names in lower case). */
export function variableOf(call: FunctionCall, ...names: readonly string[]): string | undefined {
  const [argument] = call.arguments;
  if (call.arguments.length !== 1 || argument?.kind !== 'variable') return undefined;
  return names.includes(call.name.toLowerCase()) ? argument.name : undefined;
}
