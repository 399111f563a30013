import type { IngestDefinition } from '@weir/definitions';
import { z } from 'zod';
import { operations, typeOf } from '../operation.js';
import type { ratesSummarySchema } from '../rates.js';
import { uiEdgeSchema, uiNodeSchema } from './cypher.js';

type Rates = Readonly<z.output<typeof ratesSummarySchema>>;

/** A stream as handlers return it; each skin translates it. */
export interface IngestStatus {
  readonly name: string;
  readonly status: 'Running' | 'Paused' | 'Restored' | 'Completed' | 'Terminated' | 'Failed';
  /** Error of a failed stream. */
  readonly message?: string;
  /** Why the last bad record was skipped, in this process. */
  readonly rejection?: string;
  readonly warnings?: readonly string[];
  /** Secrets are masked. */
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

/** A new stream and warnings about its definition. */
export interface CreatedIngest extends IngestStatus {
  readonly warnings: readonly string[];
}

const pushOutcome = z
  .object({
    accepted: z.int().meta({ description: 'Number of records that are durable' }),
    rejectedCount: z.int(),
    rejected: z
      .array(
        z.object({
          record: z.int().meta({ description: 'Index of the record, from 0' }),
          reason: z.string(),
        }),
      )
      .readonly()
      .meta({
        description: 'The first hundred records that could not be parsed or whose query failed',
      }),
  })
  .readonly()
  .meta({ id: 'PushOutcome' });

/** Upper limits of a dry run. */
export const MOST_DRY_RUN_RECORDS = 1_000;
export const LONGEST_DRY_RUN_MILLIS = 60_000;

const dryRunOutcome = z
  .object({
    readCount: z.int(),
    doneCount: z.int().meta({ description: 'Number of records whose query completed' }),
    ended: z.enum(['LIMIT', 'BYTES', 'TIMEOUT', 'SOURCE', 'FAILURE']).meta({
      description:
        'Why reading stopped: SOURCE means the end of the source, FAILURE is described in `message`',
    }),
    message: z.string().optional().meta({ description: 'Why no records arrived, or what failed' }),
    records: z.array(z.unknown()).meta({
      description:
        'The first 100 records, as the query gets them; `null` for a record that cannot be decoded. See `errors`',
    }),
    errors: z.array(
      z.object({
        record: z.int().meta({ description: 'Index of the record, from 0' }),
        stage: z.enum(['FORMAT', 'QUERY']).meta({ description: 'The component that rejected the record' }),
        code: z.string().optional(),
        reason: z.string(),
        text: z.string().meta({ description: 'Beginning of the record as text' }),
      }),
    ),
    warnings: z.array(z.string()).meta({ description: 'Warnings about the query' }),
    nodes: z.array(uiNodeSchema).meta({ description: 'All of them at the end, at most a thousand' }),
    edges: z.array(uiEdgeSchema).meta({ description: 'All of them at the end, at most a thousand' }),
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
      /** Unreachable brokers are rejected instead of waited for. */
      readonly mustReach?: boolean;
    }>(),
    gives: typeOf<CreatedIngest>(),
    answer: { description: 'The stream is running' },
  },
  dryRunIngest: {
    topic,
    summary: 'Run an ingest stream on trial',
    description:
      'Reads the first records as a new stream would, and runs the query on them in a separate, empty ' +
      'graph that is discarded afterwards. Nothing is committed, acknowledged or deleted at the source. ' +
      'Standard input, named pipes, webhooks and uploads need a `sample`, which newer clients can send.',
    takes: typeOf<{
      readonly name: string;
      readonly definition: IngestDefinition;
      readonly records: number;
      /** Time after which reading stops. */
      readonly millis: number;
      /** Records that are tried instead of those of the source. */
      readonly sample?: string | undefined;
    }>(),
    answer: { description: 'The outcome of the trial', schema: dryRunOutcome },
    responses: {
      429: { description: 'Too many dry runs are in progress: retry after the time in Retry-After' },
    },
  },
  getIngest: { ...one, summary: 'Get the status of an ingest stream' },
  deleteIngest: {
    ...one,
    summary: 'Stop and remove an ingest stream',
    description:
      'The response is sent when the stream has stopped, with its last status. The data that it wrote ' +
      'stays in the graph.',
  },
  pushToIngest: {
    topic,
    summary: 'Push records to an ingest stream',
    description:
      'Only for streams whose source is a Webhook. The body is split into records according to the ' +
      'format of the stream, regardless of its Content-Type. The response is sent when all records that ' +
      'could be parsed are durable.',
    takes,
    body: { kind: 'bytes', schema: z.instanceof(Uint8Array) },
    gives: typeOf<z.output<typeof pushOutcome>>(),
    answer: { description: 'All records are durable', schema: pushOutcome },
    missing: 'No such stream',
    responses: {
      422: {
        description:
          'Some records could not be parsed, or their query failed; the others are durable. Do not push the ' +
          'same records again without correcting them',
        schema: pushOutcome,
      },
      429: { description: 'Too many pending records: push again after the time in Retry-After' },
      503: { description: 'The stream is currently not running: push again after the time in Retry-After' },
    },
  },
  uploadToIngest: {
    topic,
    summary: 'Upload a file to an ingest stream over a WebSocket',
    description:
      'Only for streams whose source is a WebSocketFileUpload. The client sends the file in binary ' +
      'messages of up to 16 MiB; an empty message marks its end. The server responds in JSON: `Ready`; ' +
      '`Progress` with `bytes`, `accepted` and `rejectedCount` about every second; `Complete` with ' +
      '`accepted`, `rejectedCount` and `rejected` when all records that could be parsed are durable, or ' +
      '`Failed` with `code` and `message`.',
    takes,
    status: 101,
    answer: { description: 'The WebSocket is open' },
    missing: 'No such stream',
    responses: { 503: { description: 'The stream is currently not running' } },
  },
  pauseIngest: { ...one, summary: 'Pause an ingest stream' },
  startIngest: { ...one, summary: 'Resume an ingest stream' },
});

export type IngestOperations = typeof ingestOperations;
