/**
 * A standing query's text that finds the matches of one root alone: a MATCH that names it goes before the one that
 * binds it, as early as that changes nothing else, so that the query begins there. What an OPTIONAL MATCH binds is
 * looked for first: bound before it, the root would stay where nothing matches.
 */
import { type AstNode, type CallSubquery, type Clause, parseQuery, walk } from '@weir/cypher';

/** The parameter with the root's id. */
export const ANCHOR = 'auditedNode';

/**
 * @param root as the query names it.
 * @returns `undefined`: the name stands for something else, too, in another part of the query.
 */
export function anchoredQuery(text: string, root: string): string | undefined {
  const places = bindings(parseQuery(text).body.parts[0]!.clauses, root);
  const [place] = places;
  if (place === undefined || places.length > 1) return undefined;
  const { position, isBound } = place;
  const name = `\`${root.replaceAll('`', '``')}\``;
  const begin = isBound ? ' WITH *' : `MATCH (${name})`;
  return `${text.slice(0, position)}${begin} WHERE id(${name}) = $${ANCHOR} ${text.slice(position)}`;
}

/** Where a clause can be put that asks for the root. */
interface Place {
  readonly position: number;
  /** The name has its meaning there already. */
  readonly isBound: boolean;
}

/** One for each time that the name gets a meaning; `undefined` where that is no node of a pattern. */
function bindings(clauses: readonly Clause[], name: string): (Place | undefined)[] {
  const places: (Place | undefined)[] = [];
  let isBound = false;
  clauses.forEach((clause, at) => {
    switch (clause.kind) {
      case 'match':
        if (isBound || !clause.patterns.some(pattern => mentions(pattern, name))) return;
        places.push(placeFor(clauses, at, name));
        isBound = true;
        return;
      case 'with': {
        const item = clause.items.find(each => each.name === name);
        const isKept = item?.expression.kind === 'variable' && item.expression.name === name;
        if (item !== undefined && !isKept) places.push(undefined);
        isBound = item !== undefined || (clause.star && isBound);
        return;
      }
      case 'unwind':
        if (clause.variable.name === name) places.push(undefined);
        return;
      case 'call-subquery': {
        const { clauses: inside } = clause.body.parts[0]!;
        if (!isBound || !imports(clause, name)) places.push(...bindings(inside, name));
        const isGiven = inside.some(
          each => each.kind === 'return' && each.items.some(item => item.name === name),
        );
        if (isGiven) isBound = true;
        return;
      }
      default:
    }
  });
  return places;
}

function imports({ imports: names, body }: CallSubquery, name: string): boolean {
  if (names !== undefined) return names === '*' || names.some(each => each.name === name);
  const [first] = body.parts[0]!.clauses;
  return first?.kind === 'with' && (first.star || first.items.some(item => item.name === name));
}

/** Clause `at` binds the name. */
function placeFor(clauses: readonly Clause[], at: number, name: string): Place {
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
