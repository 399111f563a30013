/** Returns all variable names in a subtree, including lambda variables: an upper bound of its dependencies. */
export function mentionedNames(node: unknown, names: Set<string> = new Set()): Set<string> {
  if (Array.isArray(node)) {
    for (const child of node) mentionedNames(child, names);
  } else if (typeof node === 'object' && node !== null) {
    const { kind, name } = node as { kind?: unknown; name?: unknown };
    if (kind === 'variable') names.add(String(name));
    else for (const child of Object.values(node)) mentionedNames(child, names);
  }
  return names;
}
