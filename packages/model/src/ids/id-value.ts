/** Ids as values: with most providers an `IdValue`, with some a value that Cypher has anyway. */
import type { Randomness } from '../environment/environment.js';
import { IdValue, NodeValue, type Value } from '../values/value.js';
import { parseNodeId } from './id-text.js';
import type { NodeId } from './node-id.js';
import { threadIdProvider } from './thread-id-provider.js';

/** What `id(n)` and `idFrom(...)` return. */
export function idValue(id: NodeId): Value {
  const provider = threadIdProvider();
  return provider === undefined ? new IdValue(id) : provider.valueOf(id);
}

/** The id that a value names: an id, the text of one, a node. Anything else names none. */
export function idOfValue(value: Value): NodeId | null {
  if (value instanceof IdValue) return value.id;
  if (typeof value === 'string') return parseNodeId(value) ?? null;
  if (value instanceof NodeValue) return value.id;
  return threadIdProvider()?.idOf(value) ?? null;
}

/** For a node that a query makes without saying which. */
export function newNodeId(random: Randomness): NodeId {
  const id = random.nodeId();
  const provider = threadIdProvider();
  return provider === undefined ? id : provider.fromRandom(id);
}
