/** State of an ingest stream: its status and current problems. */
import { streamTexts } from '../texts/streams.js';

export interface StreamState {
  readonly word: string;
  /** Style of a pill. */
  readonly style: '' | 'good' | 'warn' | 'bad';
  /**
   * Reason why a running stream is retrying: its source or the receiver of its records does not answer. The status does
   * not show this.
   */
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
  if (trouble !== undefined) return { word: streamTexts.trouble, style: 'warn', trouble };
  return { word: status.toLowerCase(), style: STYLES[status] ?? '', trouble };
}
