/** Tries an ingest stream on the first records of its source. */
import { request } from '../api/http.js';
import { INGESTS } from '../api/resources.js';

export interface TrialNode {
  readonly id: string;
  readonly label: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface TrialEdge {
  readonly from: string;
  readonly to: string;
  readonly edgeType: string;
}

export interface Trial {
  readonly readCount: number;
  readonly doneCount: number;
  readonly ended: 'LIMIT' | 'BYTES' | 'TIMEOUT' | 'SOURCE' | 'FAILURE';
  readonly message?: string;
  readonly records: readonly unknown[];
  readonly errors: readonly { readonly record: number; readonly stage: string; readonly reason: string }[];
  readonly nodes: readonly TrialNode[];
  readonly edges: readonly TrialEdge[];
  readonly nodeCount: number;
  readonly edgeCount: number;
}

const RECORDS = 10;
const TIMEOUT_SECONDS = 5;
/** For a first look, without a query of the user. */
const NO_QUERY = 'RETURN 1';

/**
 * @param definition of the stream, maybe without a query or name.
 * @param sample records in place of those of the source.
 */
export function tried(
  definition: object,
  query: string | undefined,
  sample: string | undefined,
): Promise<Trial> {
  const body = { name: 'preview', ...definition, query: query ?? NO_QUERY, sample };
  return request<Trial>('POST', `${INGESTS}:dryRun?limit=${RECORDS}&timeout=${TIMEOUT_SECONDS}s`, body);
}
