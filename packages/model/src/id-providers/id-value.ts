/** Ids as Cypher values: an `IdValue` for most providers, another Cypher type for some. */
import type { Randomness } from '@weir/platform';
import { IdValue, NodeValue, type Value } from '../values/value.js';
import { parseNodeId } from './id-text.js';
import type { NodeId } from '../ids/node-id.js';
import { threadIdProvider } from './thread-id-provider.js';

/** Returns the value that `id(n)` and `idFrom(...)` return. */
export function idValue(id: NodeId): Value {
  const provider = threadIdProvider();
  return provider === undefined ? new IdValue(id) : provider.valueOf(id);
}

/** Returns the id that a value names: an id, its text, or a node. `null` for anything else. */
export function idOfValue(value: Value): NodeId | null {
  if (value instanceof IdValue) return value.id;
  if (typeof value === 'string') return parseNodeId(value) ?? null;
  if (value instanceof NodeValue) return value.id;
  return threadIdProvider()?.idOf(value) ?? null;
}

/** Returns the id of a node that a query creates without naming it. */
export function newNodeId(random: Randomness): NodeId {
  const id = random.bytes16() as NodeId;
  const provider = threadIdProvider();
  return provider === undefined ? id : provider.fromRandom(id);
}
