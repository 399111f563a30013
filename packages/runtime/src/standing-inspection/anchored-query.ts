/**
 * Rewrites a standing query so that it finds only the matches of one root. A MATCH that binds the root by id is
 * inserted before the clause that binds it, as early as possible without another change of meaning, so that the query
 * begins there. If an OPTIONAL MATCH binds the root, it runs first: a root bound earlier would remain even without a
 * match.
 */
import { type AstNode, type CallSubquery, type Clause, parseQuery, walk } from '@weir/cypher';

/** The parameter that holds the root's id. */
export const ANCHOR = 'auditedNode';

/**
 * @param root name of the root in the query.
 * @returns `undefined`: the name has another meaning, too, in some part of the query.
 */
export function anchoredQuery(text: string, root: string): string | undefined {
  const found = bindings(parseQuery(text).body.parts[0]!.clauses, root);
  const [binding] = found;
  if (binding === undefined || found.length > 1) return undefined;
  const { position, isBound } = binding;
  const name = `\`${root.replaceAll('`', '``')}\``;
  const begin = isBound ? ' WITH *' : `MATCH (${name})`;
  return `${text.slice(0, position)}${begin} WHERE id(${name}) = $${ANCHOR} ${text.slice(position)}`;
}

/** A position where a clause that selects the root can be inserted. */
interface BindingPosition {
  readonly position: number;
  /** Whether the name is already bound there. */
  readonly isBound: boolean;
}

/** Returns one place for each binding of the name; `undefined` for a binding other than a node of a pattern. */
function bindings(clauses: readonly Clause[], name: string): (BindingPosition | undefined)[] {
  const found: (BindingPosition | undefined)[] = [];
  let isBound = false;
  clauses.forEach((clause, at) => {
    switch (clause.kind) {
      case 'match':
        if (isBound || !clause.patterns.some(pattern => mentions(pattern, name))) return;
        found.push(bindingPosition(clauses, at, name));
        isBound = true;
        return;
      case 'with': {
        const item = clause.items.find(each => each.name === name);
        const isKept = item?.expression.kind === 'variable' && item.expression.name === name;
        if (item !== undefined && !isKept) found.push(undefined);
        isBound = item !== undefined || (clause.star && isBound);
        return;
      }
      case 'unwind':
        if (clause.variable.name === name) found.push(undefined);
        return;
      case 'call-subquery': {
        const { clauses: inside } = clause.body.parts[0]!;
        if (!isBound || !imports(clause, name)) found.push(...bindings(inside, name));
        const isGiven = inside.some(
          each => each.kind === 'return' && each.items.some(item => item.name === name),
        );
        if (isGiven) isBound = true;
        return;
      }
      default:
    }
  });
  return found;
}

function imports({ imports: names, body }: CallSubquery, name: string): boolean {
  if (names !== undefined) return names === '*' || names.some(each => each.name === name);
  const [first] = body.parts[0]!.clauses;
  return first?.kind === 'with' && (first.star || first.items.some(item => item.name === name));
}

/** Returns the place for the name's binding in clause `at`. */
function bindingPosition(clauses: readonly Clause[], at: number, name: string): BindingPosition {
  const clause = clauses[at]!;
  if (clause.kind === 'match' && clause.optional) return { position: clause.span.end, isBound: true };
  let first = at;
  while (first > 0 && isIndifferent(clauses[first - 1]!, name)) first--;
  return { position: clauses[first]!.span.start, isBound: false };
}

function isIndifferent(clause: Clause, name: string): boolean {
  return (clause.kind === 'match' || clause.kind === 'unwind') && !mentions(clause, name);
}

function mentions(tree: AstNode, name: string): boolean {
  let found = false;
  walk(tree, node => {
    if (node.kind === 'variable' && node.name === name) found = true;
    return !found;
  });
  return found;
}
