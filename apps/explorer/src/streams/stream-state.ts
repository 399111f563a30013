/** How an ingest stream does: its status, and whether it has trouble meanwhile. */
import { text } from '../texts/en.js';

export interface StreamState {
  readonly word: string;
  /** Of a pill. */
  readonly style: '' | 'good' | 'warn' | 'bad';
  /** It runs, and its source or what it hands records to does not answer; it is tried again. The status alone does not tell. */
  readonly trouble: string | undefined;
}

const STYLES: Readonly<Record<string, StreamState['style']>> = {
  RUNNING: 'good',
  PAUSED: 'warn',
  RESTORED: 'warn',
  FAILED: 'bad',
  TERMINATED: 'bad',
};

export function stateOfStream({
  status,
  message,
}: {
  readonly status: string;
  readonly message?: string | undefined;
}): StreamState {
  const trouble = status === 'RUNNING' ? message || undefined : undefined;
  if (trouble !== undefined) return { word: text.streams.trouble, style: 'warn', trouble };
  return { word: status.toLowerCase(), style: STYLES[status] ?? '', trouble };
}
