import { formatNodeId, IdValue, literalText, NodeValue, RelationshipValue, type Value } from '@weir/model';

/** Returns the identity of a node or edge; any other value as a query literal. */
export function shownText(value: Value): string {
  if (value instanceof NodeValue || value instanceof IdValue) return formatNodeId(value.id);
  if (value instanceof RelationshipValue) {
    return `${formatNodeId(value.start)}-[:${value.label}]->${formatNodeId(value.end)}`;
  }
  return Array.isArray(value)
    ? `[${(value as readonly Value[]).map(shownText).join(', ')}]`
    : literalText(value);
}

/** Returns some of the texts, and the number of the others. */
export function someOf(texts: readonly string[], most: number, count = texts.length): string {
  const shown = texts.slice(0, most).join(', ');
  return count > most ? `${shown} and ${count - most} more` : shown;
}
