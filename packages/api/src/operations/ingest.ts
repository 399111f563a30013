import type { IngestDefinition } from '@weir/definitions';
import type { z } from 'zod';
import { operations, typeOf } from '../operation.js';
import type { ratesSummarySchema } from '../rates.js';

type Rates = Readonly<z.output<typeof ratesSummarySchema>>;

/** A stream as handlers give it; skins say it in their own words. */
export interface IngestStatus {
  readonly name: string;
  readonly status: 'Running' | 'Paused' | 'Restored' | 'Completed' | 'Terminated' | 'Failed';
  /** What went wrong, for a stream that failed. */
  readonly message?: string;
  /** Secrets masked. */
  readonly warnings?: readonly string[];
  readonly settings: IngestDefinition;
  readonly stats: {
    readonly ingestedCount: number;
    readonly rates: Rates;
    readonly byteRates: Rates;
    /** ISO 8601, UTC. */
    readonly startTime: string;
    /** Milliseconds. */
    readonly totalRuntime: number;
    readonly rejectedCount: number;
    readonly readCount: number;
    readonly lag?: number;
  };
}

/** A new stream, and what may be wrong with it. */
export interface CreatedIngest extends IngestStatus {
  readonly warnings: readonly string[];
}

const topic = 'ingest';
const takes = typeOf<{ readonly name: string }>();
const one = {
  topic,
  takes,
  gives: typeOf<IngestStatus>(),
  answer: { description: 'The stream' },
  missing: 'No such stream',
} as const;

export const ingestOperations = operations({
  listIngest: {
    topic,
    summary: 'List ingest streams',
    gives: typeOf<readonly IngestStatus[]>(),
    answer: { description: 'All streams' },
  },
  createIngest: {
    topic,
    summary: 'Create and start an ingest stream',
    description: 'The ingest query runs once per record, with the record bound to `$that`.',
    takes: typeOf<{ readonly name: string; readonly definition: IngestDefinition }>(),
    gives: typeOf<CreatedIngest>(),
    answer: { description: 'The stream runs' },
  },
  getIngest: { ...one, summary: 'Status of one ingest stream' },
  deleteIngest: {
    ...one,
    summary: 'Stop and remove an ingest stream',
    description: 'Answers when the stream has stopped, with its last status. What it wrote stays.',
  },
  pauseIngest: { ...one, summary: 'Pause an ingest stream' },
  startIngest: { ...one, summary: 'Resume an ingest stream' },
});

export type IngestOperations = typeof ingestOperations;
