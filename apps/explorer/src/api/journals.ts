/** The journals of nodes. */
import { getJson } from './http.js';

export interface JournalEvent {
  readonly event: string;
  readonly time: number;
  readonly properties?: Readonly<Record<string, string>>;
  readonly key?: string;
  readonly value?: string;
  readonly label?: string;
  readonly edgeType?: string;
  readonly direction?: string;
}

/**
 * Returns the writes in the journal of a node, oldest entry first. If the service returns a node as text, that text is
 * JSON.
 */
export async function journalOf(id: string): Promise<readonly JournalEvent[]> {
  const answer = await getJson<unknown>(`api/v2/debug/nodes/${encodeURIComponent(id)}/verbose`);
  const node = (typeof answer === 'string' ? JSON.parse(answer) : answer) as { journal?: JournalEvent[] };
  return (node.journal ?? []).filter(isWriting);
}

/** Returns false for entries about standing-query state on the node. */
function isWriting({ properties, key, label, edgeType }: JournalEvent): boolean {
  return (properties ?? key ?? label ?? edgeType) !== undefined;
}
