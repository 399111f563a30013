import type { NodeId } from '../ids/node-id.js';
import { threadIdProvider } from './thread-id-provider.js';
import { formatUuid, parseRawText, parseUuid, rawText } from '../ids/uuid-text.js';

/**
 * Returns the text form of an id: `761f620a-0f48-3f92-9464-2526642cc430` by default, else that of the thread's id
 * provider. `#00FF` for bytes that the provider would not create.
 */
export function formatNodeId(id: NodeId): string {
  const provider = threadIdProvider();
  return provider === undefined ? formatUuid(id) : (provider.format(id) ?? rawText(id));
}

/** Parses a text form: the provider's, or `#` and hex. Returns `undefined` for anything else. */
export function parseNodeId(text: string): NodeId | undefined {
  const provider = threadIdProvider();
  return provider === undefined ? parseUuid(text) : (provider.parse(text) ?? parseRawText(text));
}
