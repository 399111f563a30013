/** The journals of nodes. */
import { isWriting, type JournalEvent } from '../graph/journal.js';
import { getJson } from './http.js';

/** Returns the journal of a node, oldest entry first. If the service returns a node as text, that text is JSON. */
export async function journalOf(id: string): Promise<readonly JournalEvent[]> {
  const answer = await getJson<unknown>(`api/v2/debug/nodes/${encodeURIComponent(id)}/verbose`);
  const node = (typeof answer === 'string' ? JSON.parse(answer) : answer) as { journal?: JournalEvent[] };
  return (node.journal ?? []).filter(isWriting);
}
