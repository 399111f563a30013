/**
 * Where something hangs that goes on from an OPTIONAL MATCH. A pattern never matches at a node that is null, so `a
 * OPTIONAL b OPTIONAL c from b` is `a OPTIONAL (b OPTIONAL c)`, and a MATCH that goes on from `b` makes `b` required.
 */
import type { Scope } from '../shape/shape.js';

/** `ambiguous`: it goes on from several that have nothing to do with each other. */
export type OptionalOwner = Scope | undefined | 'ambiguous';

/** The innermost OPTIONAL MATCH below `scope` whose nodes `pattern` goes on from; `undefined`: none. */
export function optionalOwner(scope: Scope, pattern: Scope): OptionalOwner {
  const mentioned = [...pattern.nodes].filter(node => !pattern.own.has(node));
  let owner: OptionalOwner = undefined;
  for (const branch of scope.branches) {
    if (branch.mode !== 'optional' || branch.scope === pattern) continue;
    const inner = optionalOwner(branch.scope, pattern);
    const isOwn = mentioned.some(node => branch.scope.own.has(node));
    const found = inner ?? (isOwn ? branch.scope : undefined);
    if (found === undefined) continue;
    if (owner !== undefined || found === 'ambiguous') return 'ambiguous';
    owner = found;
  }
  return owner;
}

/** What the patterns of `scope` go on from has to be there, so it becomes part of `scope`. */
export function requireMentioned(scope: Scope): void {
  for (;;) {
    const at = scope.branches.findIndex(
      ({ mode, scope: inner }) => mode === 'optional' && isMentioned(inner, scope),
    );
    if (at < 0) return;
    const { scope: inner } = scope.branches.splice(at, 1)[0]!;
    for (const node of inner.nodes) scope.nodes.add(node);
    for (const element of inner.own) scope.own.add(element);
    scope.edges.push(...inner.edges);
    scope.conditions.push(...inner.conditions);
    scope.branches.push(...inner.branches);
  }
}

/** By the patterns of `scope`, also by way of an OPTIONAL MATCH inside of it. */
function isMentioned(optional: Scope, scope: Scope): boolean {
  for (const node of optional.own) if (scope.nodes.has(node)) return true;
  return optional.branches.some(({ mode, scope: inner }) => mode === 'optional' && isMentioned(inner, scope));
}
