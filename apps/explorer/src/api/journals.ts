/** The journals of nodes. */
import { isWriting, type JournalEvent } from '../graph/journal.js';
import { getJson } from './http.js';

/** What was written to a node, oldest first. Where the service tells a node as a text, that is JSON again. */
export async function journalOf(id: string): Promise<readonly JournalEvent[]> {
  const answer = await getJson<unknown>(`api/v2/debug/nodes/${encodeURIComponent(id)}/verbose`);
  const node = (typeof answer === 'string' ? JSON.parse(answer) : answer) as { journal?: JournalEvent[] };
  return (node.journal ?? []).filter(isWriting);
}
