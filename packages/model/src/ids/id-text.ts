/** Ids as people see them. */
import type { NodeId } from './node-id.js';
import { threadIdProvider } from './thread-id-provider.js';
import { formatUuid, parseRawText, parseUuid, rawText } from './uuid-text.js';

/**
 * The text form of an id: by default `761f620a-0f48-3f92-9464-2526642cc430`; that of the thread's provider of ids where
 * there is another one. `#00FF` for bytes that the provider would not make.
 */
export function formatNodeId(id: NodeId): string {
  const provider = threadIdProvider();
  return provider === undefined ? formatUuid(id) : (provider.format(id) ?? rawText(id));
}

/** Reads a text form: the provider's, or `#` and hex. Else `undefined`. */
export function parseNodeId(text: string): NodeId | undefined {
  const provider = threadIdProvider();
  return provider === undefined ? parseUuid(text) : (provider.parse(text) ?? parseRawText(text));
}
