import type { IngestDefinition } from '@weir/definitions';
import { z } from 'zod';
import { operations, typeOf } from '../operation.js';
import type { ratesSummarySchema } from '../rates.js';
import { uiEdgeSchema, uiNodeSchema } from './cypher.js';

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
    /** Milliseconds. */
    readonly behindMillis?: number;
    readonly progress?: {
      readonly unit: 'bytes' | 'records';
      readonly done: number;
      readonly total: number;
    };
  };
}

/** A new stream, and what may be wrong with it. */
export interface CreatedIngest extends IngestStatus {
  readonly warnings: readonly string[];
}

const pushOutcome = z
  .object({
    accepted: z.int().meta({ description: 'Records that are durable' }),
    rejectedCount: z.int(),
    rejected: z
      .array(z.object({ record: z.int().meta({ description: 'Which one, from 0' }), reason: z.string() }))
      .readonly()
      .meta({
        description: 'The first hundred of those that could not be read, or for which the query failed',
      }),
  })
  .readonly()
  .meta({ id: 'PushOutcome' });

/** What a dry run may take at the most. */
export const MOST_DRY_RUN_RECORDS = 1_000;
export const LONGEST_DRY_RUN_MILLIS = 60_000;

const dryRunOutcome = z
  .object({
    readCount: z.int(),
    doneCount: z.int().meta({ description: 'Records for which the query ran to its end' }),
    ended: z.enum(['LIMIT', 'BYTES', 'TIMEOUT', 'SOURCE', 'FAILURE']).meta({
      description: 'Why no more records were read: SOURCE has no more, FAILURE is told in message',
    }),
    message: z.string().optional().meta({ description: 'Why nothing came, or what failed' }),
    errors: z.array(
      z.object({
        record: z.int().meta({ description: 'Which one, from 0' }),
        stage: z.enum(['FORMAT', 'QUERY']).meta({ description: 'Who could not do with it' }),
        code: z.string().optional(),
        reason: z.string(),
        text: z.string().meta({ description: 'How the record begins, as text' }),
      }),
    ),
    warnings: z.array(z.string()).meta({ description: 'What may be wrong with the query' }),
    nodes: z.array(uiNodeSchema).meta({ description: 'All that there are then, a thousand at the most' }),
    edges: z.array(uiEdgeSchema).meta({ description: 'All that there are then, a thousand at the most' }),
    nodeCount: z.int(),
    edgeCount: z.int(),
  })
  .meta({ id: 'DryRunOutcome' });

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
    takes: typeOf<{
      readonly name: string;
      readonly definition: IngestDefinition;
      /** Brokers that are not there are refused, not waited for. */
      readonly mustReach?: boolean;
    }>(),
    gives: typeOf<CreatedIngest>(),
    answer: { description: 'The stream runs' },
  },
  dryRunIngest: {
    topic,
    summary: 'Try an ingest stream',
    description:
      'Reads the first records as a new stream would, and runs the query on them in a graph of its own, which is empty ' +
      'and thrown away afterwards. Nothing is committed, acknowledged or deleted where the records come from. Not of ' +
      'standard input, named pipes, webhooks and uploads.',
    takes: typeOf<{
      readonly name: string;
      readonly definition: IngestDefinition;
      readonly records: number;
      /** After which no more is read. */
      readonly millis: number;
    }>(),
    answer: { description: 'What came of them', schema: dryRunOutcome },
    responses: { 429: { description: 'Other dry runs are under way: again after Retry-After' } },
  },
  getIngest: { ...one, summary: 'Status of one ingest stream' },
  deleteIngest: {
    ...one,
    summary: 'Stop and remove an ingest stream',
    description: 'Answers when the stream has stopped, with its last status. What it wrote stays.',
  },
  pushToIngest: {
    topic,
    summary: 'Push records to an ingest stream',
    description:
      'The body is cut into records as the format of the stream says, whatever its Content-Type. Answers when all ' +
      'that could be read is durable. Of a stream whose source is a Webhook.',
    takes,
    body: { kind: 'bytes', schema: z.instanceof(Uint8Array) },
    gives: typeOf<z.output<typeof pushOutcome>>(),
    answer: { description: 'All records are durable', schema: pushOutcome },
    missing: 'No such stream',
    responses: {
      422: {
        description:
          'Some records could not be read, or the query failed for them; the others are durable. Not to be pushed again as they are',
        schema: pushOutcome,
      },
      429: { description: 'Too many records wait: push again after Retry-After' },
      503: { description: 'The stream does not run at the moment: push again after Retry-After' },
    },
  },
  uploadToIngest: {
    topic,
    summary: 'Send a file to an ingest stream, over a WebSocket',
    description:
      'Messages are the bytes of the file, in pieces of up to 16 MiB; an empty message ends it. The service answers in JSON: ' +
      '`Ready`; `Progress` with `bytes`, `accepted` and `rejectedCount` about every second; `Complete` with `accepted`, ' +
      '`rejectedCount` and `rejected` when all that could be read is durable, or `Failed` with `code` and `message`. Of a ' +
      'stream whose source is a WebSocketFileUpload.',
    takes,
    status: 101,
    answer: { description: 'The WebSocket is open' },
    missing: 'No such stream',
    responses: { 503: { description: 'The stream does not run at the moment' } },
  },
  pauseIngest: { ...one, summary: 'Pause an ingest stream' },
  startIngest: { ...one, summary: 'Resume an ingest stream' },
});

export type IngestOperations = typeof ingestOperations;
