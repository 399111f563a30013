import type { NewStanding, StandingOutputDefinition, StandingPattern } from '@weir/definitions';
import { z } from 'zod';
import { operations, typeOf } from '../operation.js';
import {
  auditReportSchema,
  auditRequestSchema,
  explainRequestSchema,
  standingExplanationSchema,
} from './standing-inspection.js';

/** A standing query as handlers give it; each skin shows it in its words. Secrets of outputs are masked already. */
export interface RegisteredStanding {
  readonly name: string;
  readonly internalId: string;
  readonly pattern: StandingPattern;
  readonly outputs: Readonly<Record<string, StandingOutputDefinition>>;
  /** As it was given. */
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
    /** 64 bits, signed; 0 where no sum was asked for. */
    readonly outputHashCode: bigint;
  };
}

/** Which nodes are shown standing queries that came after them. */
export interface Propagation {
  readonly includeSleeping: boolean;
  /** Sleeping nodes that are woken at a time. Default 4. */
  readonly parallelism?: number | undefined;
}

const outputStatusSchema = z
  .object({
    name: z.string(),
    type: z.string(),
    delivered: z.int().meta({ description: 'Since this process started' }),
    failed: z.int().meta({ description: 'Tried and given up since this process started' }),
    dropped: z.int().meta({ description: 'Left out as the definition asks' }),
    queued: z.int().meta({ description: 'Waiting now' }),
    deadLetters: z
      .object({ file: z.string(), bytes: z.int(), limitBytes: z.int() })
      .optional()
      .meta({ description: 'Where results are that were given up; absent: nowhere' }),
    deadLettersError: z.string().optional().meta({ description: 'Why nothing can be said about them' }),
  })
  .meta({ id: 'OutputStatus' });

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
    'A WebSocket. Each frame is one JSON text; what the client sends is ignored. Of what waits for a client, the newest ' +
    '256 are kept.',
  status: 101,
  answer: { description: 'Results from now on' },
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
      /** In the background. */
      readonly propagation?: Propagation | undefined;
      /** Brokers that are not there are refused, not waited for. */
      readonly mustReach?: boolean;
    }>(),
    gives: typeOf<RegisteredStanding>(),
    status: 201,
    answer: { description: 'The standing query' },
  },
  getStandingQuery: { ...query, summary: 'Status of one standing query' },
  replaceStandingQuery: {
    ...query,
    summary: 'Replace the pattern of a standing query',
    description:
      'The new pattern is evaluated on the whole graph, sleeping nodes too; writers wait while both are compared. Only the ' +
      'difference is reported: cancellations of rows that only the old pattern has, matches of rows that only the new one ' +
      'has. Name, id, outputs, streams of results and all other settings stay. A pattern that does not compile changes nothing.',
    takes: typeOf<{ readonly name: string; readonly pattern: StandingPattern }>(),
  },
  deleteStandingQuery: { ...query, summary: 'Cancel a standing query' },
  explainStandingQuery: {
    topic,
    summary: 'Its pattern nodes and states; with a node, why that does or does not match',
    description:
      'Wakes no node. Of a query from before the last start, states are counted in the background when the query as a whole ' +
      'is first explained; until that is done `counting` says how far it is. With a node named, only that one and the nodes ' +
      'around it are looked at.',
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
    summary: 'Compare results with the query run from scratch',
    description:
      'For a sample of nodes with results and as many without, which are looked for among ten times as many; nodes go on ' +
      'sleeping. With `whole`, or where the root of the pattern has no name, for all at once, which looks at every node. ' +
      'A difference is reported if it stays while other writes go on.',
    takes: typeOf<{ readonly name: string }>(),
    body: { kind: 'json', schema: auditRequestSchema, example: { sample: 100 } },
    answer: { description: 'What differs', schema: auditReportSchema },
    missing,
  },
  propagateStandingQueries: {
    topic,
    summary: 'Show all standing queries to the nodes that were there before them',
    takes: typeOf<Propagation>(),
    status: 202,
    answer: { description: 'All nodes have been told' },
  },
  streamStandingResults: {
    topic,
    summary: 'Results of a standing query, live',
    description:
      'Server-sent events: name `result`, id the `resultId`, data the result. Starts with what comes after the ' +
      'request, or, with a header `Last-Event-ID`, with what came after that result; an event `gap` tells that it is ' +
      'not kept any more, and then everything kept follows. An event with empty data is a sign of life.',
    takes: typeOf<{ readonly name: string; readonly lastEventId?: string | undefined }>(),
    answer: { description: 'Events without end' },
    missing,
  },
  listStandingQueryOutputs: {
    topic,
    summary: 'How its outputs do, also those that were made by version 1 of the API',
    takes: typeOf<{ readonly name: string }>(),
    answer: { description: 'All outputs', schema: z.array(outputStatusSchema) },
    missing,
  },
  createStandingQueryOutput: {
    topic,
    summary: 'Add an output to a running standing query',
    description: 'It gets the results that come after it.',
    takes: typeOf<{
      readonly name: string;
      readonly output: string;
      readonly definition: StandingOutputDefinition;
      /** Brokers that are not there are refused, not waited for. */
      readonly mustReach?: boolean;
    }>(),
    status: 201,
    answer: { description: 'The output runs' },
    missing,
  },
  deleteStandingQueryOutput: {
    ...ofOutput,
    summary: 'Remove an output',
    description: 'One that this form of the API has no words for is not there for it.',
    takes: typeOf<{
      readonly name: string;
      readonly output: string;
      /** Whether who asks has words for it. */
      readonly isSayable: (definition: StandingOutputDefinition) => boolean;
    }>(),
    gives: typeOf<{ readonly name: string; readonly definition: StandingOutputDefinition }>(),
    answer: { description: 'The output as it was' },
  },
  redeliverDeadLetters: {
    ...ofOutput,
    summary: 'Deliver the dead letters of an output again',
    description:
      'Answers when all have been tried. What fails again is among the dead letters again, to be tried another time.',
    answer: {
      description: 'What became of them',
      schema: z.object({ delivered: z.int(), failed: z.int() }).meta({ id: 'Redelivery' }),
    },
  },
  watchStandingResults: {
    ...tap,
    topic,
    summary: 'Results of a standing query, live',
    takes: typeOf<{
      readonly name: string;
      /** Texts that wait for a slow client. */
      readonly capacity: number;
    }>(),
  },
  tapPreEnrichment: {
    ...ofOutput,
    ...tap,
    summary: 'What comes to the enrichment of an output, live',
  },
  tapPostEnrichment: {
    ...ofOutput,
    ...tap,
    summary: 'What goes to the destinations of an output, live',
  },
});

export type StandingOperations = typeof standingOperations;
