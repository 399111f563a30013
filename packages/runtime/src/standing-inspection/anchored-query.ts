/**
 * A standing query's text that finds the matches of one root alone: a MATCH that names it goes before the one that binds
 * it, as early as that changes nothing else, so that the query begins there.
 */
import { type AstNode, type CallSubquery, type Clause, parseQuery, walk } from '@weir/cypher';

/** The parameter with the root's id. */
export const ANCHOR = 'auditedNode';

/**
 * @param root as the query names it.
 * @returns `undefined`: the name stands for something else, too, in another part of the query.
 */
export function anchoredQuery(text: string, root: string): string | undefined {
  const positions = bindings(parseQuery(text).body.parts[0]!.clauses, root);
  const [position] = positions;
  if (position === undefined || positions.length > 1) return undefined;
  const name = `\`${root.replaceAll('`', '``')}\``;
  const anchor = `MATCH (${name}) WHERE id(${name}) = $${ANCHOR} `;
  return text.slice(0, position) + anchor + text.slice(position);
}

/** For each place where the name gets a meaning: where a MATCH can be put that gives it first. */
function bindings(clauses: readonly Clause[], name: string): (number | undefined)[] {
  const positions: (number | undefined)[] = [];
  let isBound = false;
  clauses.forEach((clause, at) => {
    switch (clause.kind) {
      case 'match':
        if (isBound || !clause.patterns.some(pattern => mentions(pattern, name))) return;
        positions.push(earliest(clauses, at, name));
        isBound = true;
        return;
      case 'with': {
        const item = clause.items.find(each => each.name === name);
        const isKept = item?.expression.kind === 'variable' && item.expression.name === name;
        if (item !== undefined && !isKept) positions.push(undefined);
        isBound = item !== undefined || (clause.star && isBound);
        return;
      }
      case 'unwind':
        if (clause.variable.name === name) positions.push(undefined);
        return;
      case 'call-subquery': {
        const { clauses: inside } = clause.body.parts[0]!;
        if (!isBound || !imports(clause, name)) positions.push(...bindings(inside, name));
        const isGiven = inside.some(
          each => each.kind === 'return' && each.items.some(item => item.name === name),
        );
        if (isGiven) isBound = true;
        return;
      }
      default:
    }
  });
  return positions;
}

function imports({ imports: names, body }: CallSubquery, name: string): boolean {
  if (names !== undefined) return names === '*' || names.some(each => each.name === name);
  const [first] = body.parts[0]!.clauses;
  return first?.kind === 'with' && (first.star || first.items.some(item => item.name === name));
}

/** The start of the first clause from which on the name can be bound before clause `at` does it. */
function earliest(clauses: readonly Clause[], at: number, name: string): number {
  let first = at;
  while (first > 0 && isIndifferent(clauses[first - 1]!, name)) first--;
  return clauses[first]!.span.start;
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
