/** Recorded exchanges with the original system of this API: one JSON object per line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const VERSIONS = ['v1', 'v2'] as const;
export type Version = (typeof VERSIONS)[number];

export interface Frame {
  readonly dir: 'client' | 'server';
  /** Absent: a ping, or the body of a rejection (`rest`). */
  readonly text?: string;
  readonly rest?: string;
}

export interface Exchange {
  /** Index in the recording. */
  readonly n: number;
  readonly label: string;
  readonly method: string;
  readonly path: string;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly requestBody?: string | null;
  /** Absent: a stream, a WebSocket, or a request that was never answered. */
  readonly status?: number | null;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | null;
  /** For a WebSocket. */
  readonly frames?: readonly Frame[];
  readonly responseHead?: string;
  /** For server-sent events: everything received. */
  readonly rawAll?: string;
}

export function readExchanges(folder: string, version: Version): Exchange[] {
  const lines = readFileSync(join(folder, `${version}.jsonl`), 'utf8').split('\n');
  return lines.filter(line => line !== '').map((line, n) => ({ ...(JSON.parse(line) as Exchange), n }));
}
