import type { NewStanding, StandingOutputDefinition, StandingPattern } from '@weir/definitions';
import { z } from 'zod';
import { operations, typeOf } from '../operation.js';
import {
  auditReportSchema,
  auditRequestSchema,
  explainRequestSchema,
  standingExplanationSchema,
} from './standing-inspection.js';

/** A standing query as handlers return it; each skin translates it. Secrets of outputs are already masked. */
export interface RegisteredStanding {
  readonly name: string;
  readonly internalId: string;
  readonly pattern: StandingPattern;
  readonly outputs: Readonly<Record<string, StandingOutputDefinition>>;
  /** As given in the request. */
  readonly includeCancellations?: boolean | undefined;
  readonly inputBufferSize: number;
  readonly stats: {
    readonly rates: object;
    /** Milliseconds since the Unix epoch. */
    readonly startTime: number;
    /** Milliseconds. */
    readonly totalRuntime: number;
    readonly bufferSize: number;
    readonly expressionFailures: number;
    /** 64 bits, signed; 0 unless a sum was requested. */
    readonly outputHashCode: bigint;
  };
}

/** Which existing nodes are evaluated for new standing queries. */
export interface Propagation {
  readonly includeSleeping: boolean;
  /** Number of sleeping nodes that are woken at a time. Default 4. */
  readonly parallelism?: number | undefined;
}

const outputStatusSchema = z
  .object({
    name: z.string(),
    type: z.string(),
    delivered: z.int().meta({ description: 'Number of delivered results since the server started' }),
    failed: z
      .int()
      .meta({ description: 'Number of results that could not be delivered since the server started' }),
    dropped: z
      .int()
      .meta({ description: 'Number of results that the output omitted, as its definition specifies' }),
    queued: z.int().meta({ description: 'Number of pending results' }),
    failure: z.string().optional().meta({
      description: 'Why the latest results could not be delivered; absent once results are delivered again',
    }),
    deadLetters: z
      .object({ file: z.string(), bytes: z.int(), limitBytes: z.int() })
      .optional()
      .meta({ description: 'Location of the dead letters; absent if there are none' }),
    deadLettersError: z.string().optional().meta({ description: 'Why the dead letters cannot be inspected' }),
  })
  .meta({ id: 'OutputStatus' });

const keptResultSchema = z
  .object({
    meta: z.object({
      resultId: z.string().meta({ description: 'A match and its retraction have the same id' }),
      isPositiveMatch: z.boolean().meta({ description: 'false: a retraction' }),
      isInitialResult: z
        .boolean()
        .meta({ description: 'true: found in data from before the query was registered' }),
    }),
    data: z.record(z.string(), z.unknown()).meta({ description: 'Values keyed by column of the query' }),
  })
  .meta({ id: 'KeptResult' });

const topic = 'standing';
const missing = 'No such standing query';
const NO_SUCH_OUTPUT = 'No such standing query or output';
const query = {
  topic,
  takes: typeOf<{ readonly name: string }>(),
  gives: typeOf<RegisteredStanding>(),
  answer: { description: 'The standing query' },
  missing,
} as const;
const ofOutput = {
  topic,
  takes: typeOf<{ readonly name: string; readonly output: string }>(),
  missing: NO_SUCH_OUTPUT,
} as const;
const tap = {
  description:
    'A WebSocket. Each frame is one JSON text; messages from the client are ignored. For a slow ' +
    'client, the server keeps the newest 256 frames.',
  status: 101,
  answer: { description: 'Results from the time of the request' },
  missing: NO_SUCH_OUTPUT,
} as const;

export const standingOperations = operations({
  listStandingQueries: {
    topic,
    summary: 'List standing queries',
    gives: typeOf<readonly RegisteredStanding[]>(),
    answer: { description: 'All standing queries' },
  },
  createStandingQuery: {
    topic,
    summary: 'Register a standing query',
    takes: typeOf<{
      readonly name: string;
      readonly definition: NewStanding;
      /** Runs in the background. */
      readonly propagation?: Propagation | undefined;
      /** Unreachable brokers are rejected instead of waited for. */
      readonly mustReach?: boolean;
    }>(),
    gives: typeOf<RegisteredStanding>(),
    status: 201,
    answer: { description: 'The standing query' },
  },
  getStandingQuery: { ...query, summary: 'Get the status of a standing query' },
  replaceStandingQuery: {
    ...query,
    summary: 'Replace the pattern of a standing query',
    description:
      'Evaluates the new pattern on the whole graph, including sleeping nodes; writes wait while both ' +
      'patterns are compared. Only the difference is reported: retractions for rows that only the old ' +
      'pattern has, and matches for rows that only the new pattern has. Name, id, outputs, results ' +
      'streams and all other settings stay. A pattern that does not compile changes nothing.',
    takes: typeOf<{ readonly name: string; readonly pattern: StandingPattern }>(),
  },
  deleteStandingQuery: { ...query, summary: 'Cancel a standing query' },
  explainStandingQuery: {
    topic,
    summary: 'Explain a standing query, or why a node does or does not match',
    description:
      'Wakes no nodes. For a query from before the last start, the first explanation of the whole query ' +
      'starts counting its states in the background; `counting` shows the progress. For a given node, ' +
      'only this node and its neighborhood are inspected.',
    takes: typeOf<{ readonly name: string }>(),
    body: {
      kind: 'json',
      schema: explainRequestSchema,
      example: { node: '3e74242e-538f-3bd1-9814-49e6761551b1' },
    },
    answer: { description: 'The explanation', schema: standingExplanationSchema },
    missing,
  },
  auditStandingQuery: {
    topic,
    summary: 'Audit a standing query',
    description:
      'Compares the results with those of the query run from scratch, for a sample of nodes with ' +
      'results and as many without, chosen from ten times as many. Nodes are not woken. With `whole`, ' +
      'or if the root of the pattern has no name, the whole graph is compared, which reads every node. ' +
      'A difference is reported only if it persists while other writes continue.',
    takes: typeOf<{ readonly name: string }>(),
    body: { kind: 'json', schema: auditRequestSchema, example: { sample: 100 } },
    answer: { description: 'The differences', schema: auditReportSchema },
    missing,
  },
  propagateStandingQueries: {
    topic,
    summary: 'Propagate all standing queries to existing nodes',
    takes: typeOf<Propagation>(),
    status: 202,
    answer: { description: 'All nodes have received the standing queries' },
  },
  streamStandingResults: {
    topic,
    summary: 'Stream the results of a standing query',
    description:
      'Server-sent events with the name `result`, the `resultId` as id and the result as data. The ' +
      'stream starts with the first result after the request or, with the header `Last-Event-ID`, with ' +
      'the first result after that one. An event `gap` means that this result is no longer kept; all ' +
      'kept results follow. An event with empty data is a heartbeat.',
    takes: typeOf<{ readonly name: string; readonly lastEventId?: string | undefined }>(),
    answer: { description: 'An endless stream of events' },
    missing,
  },
  listLatestResults: {
    topic,
    summary: 'List the latest results of a standing query',
    description:
      'Matches and retractions that the server still keeps, oldest first: 20 by default, at most 1000. If the ' +
      'query reports only matches, the omitted retractions count toward `limit`.',
    takes: typeOf<{
      readonly name: string;
      /** Default 20. */
      readonly limit?: number | undefined;
    }>(),
    answer: { description: 'The latest results', schema: z.array(keptResultSchema) },
    missing,
  },
  listStandingQueryOutputs: {
    topic,
    summary: 'List the outputs of a standing query with their status',
    takes: typeOf<{ readonly name: string }>(),
    answer: { description: 'All outputs', schema: z.array(outputStatusSchema) },
    missing,
  },
  createStandingQueryOutput: {
    topic,
    summary: 'Add an output to a running standing query',
    description: 'The output receives all results from now on.',
    takes: typeOf<{
      readonly name: string;
      readonly output: string;
      readonly definition: StandingOutputDefinition;
      /** Unreachable brokers are rejected instead of waited for. */
      readonly mustReach?: boolean;
    }>(),
    status: 201,
    answer: { description: 'The output is running' },
    missing,
  },
  deleteStandingQueryOutput: {
    ...ofOutput,
    summary: 'Remove an output',
    description: 'Outputs that this API version cannot express are reported as not found.',
    takes: typeOf<{
      readonly name: string;
      readonly output: string;
      /** Returns whether the API version of the request can express the output. */
      readonly isSayable: (definition: StandingOutputDefinition) => boolean;
    }>(),
    gives: typeOf<{ readonly name: string; readonly definition: StandingOutputDefinition }>(),
    answer: { description: 'The removed output' },
  },
  redeliverDeadLetters: {
    ...ofOutput,
    summary: 'Redeliver the dead letters of an output',
    description:
      'The response is sent after one attempt for each dead letter. Results that fail again are kept as ' +
      'dead letters.',
    answer: {
      description: 'The outcome',
      schema: z.object({ delivered: z.int(), failed: z.int() }).meta({ id: 'Redelivery' }),
    },
  },
  watchStandingResults: {
    ...tap,
    topic,
    summary: 'Stream the results of a standing query',
    takes: typeOf<{
      readonly name: string;
      /** Maximum number of texts that wait for a slow client. */
      readonly capacity: number;
    }>(),
  },
  tapPreEnrichment: {
    ...ofOutput,
    ...tap,
    summary: 'Stream the results before the enrichment of an output',
  },
  tapPostEnrichment: {
    ...ofOutput,
    ...tap,
    summary: 'Stream the results that go to the destinations of an output',
  },
});

export type StandingOperations = typeof standingOperations;
