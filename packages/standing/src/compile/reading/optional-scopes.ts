/**
 * Determines the scope of a pattern that continues from an OPTIONAL MATCH. A pattern never matches at a null node, so
 * `a OPTIONAL b OPTIONAL c from b` is `a OPTIONAL (b OPTIONAL c)`, and a MATCH that continues from `b` makes `b`
 * required.
 */
import type { Scope } from '../shape/shape.js';

/** `ambiguous`: it continues from several unrelated ones. */
export type OptionalOwner = Scope | undefined | 'ambiguous';

/** Returns the innermost OPTIONAL MATCH below `scope` from whose nodes `pattern` continues; `undefined` if none. */
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

/** Makes nodes from which the patterns of `scope` continue required: their OPTIONAL MATCHes become part of `scope`. */
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

/** Whether the patterns of `scope` mention it, directly or through an OPTIONAL MATCH inside it. */
function isMentioned(optional: Scope, scope: Scope): boolean {
  for (const node of optional.own) if (scope.nodes.has(node)) return true;
  return optional.branches.some(({ mode, scope: inner }) => mode === 'optional' && isMentioned(inner, scope));
}
