/**
 * An output of a standing query, second API version: results pass a filter, a transformation and a query that
 * enriches them, each of which may be left out, and go to one or more destinations. One schema is the type, the
 * check, the defaults and, through packages/api, the documentation; it has a strict and a lenient form, for the two
 * forms of that version.
 */
import { WeirError } from '@weir/model';
import { z } from 'zod';
import { parseDuration } from '@weir/plugins/form';
import { withoutNulls } from '../fields/absent-fields.js';
import { int } from '../fields/numbers.js';
import { tcpPort } from '../fields/port.js';
import { LENIENT, STRICT } from '@weir/plugins/form';
import { keyed } from '../fields/keyed.js';
import { natsSubject, natsTargetOf } from '../nats-target.js';
import { webSocketTargetOf } from '../web-socket-target.js';
import { awsOf } from '../ingest/aws-target.js';
import { kafkaTarget } from './kafka-results.js';
import { kinesisTarget, snsTarget, sqsTarget } from './aws-results.js';
import { signingSecret } from './http-target.js';
import { outputFormat, requiredFormat } from './output-format.js';
import { outputFailurePolicy } from './output-definition.js';
import { type ExtensionResultDestination, extensionDestinations } from './extension-destinations.js';
import { fileRotationOf } from './file-rotation.js';
import { postBatchOf } from './post-batch.js';

const SECOND = 1_000;

function slackInterval(isStrict: boolean) {
  return z
    .preprocess(
      value => (value === undefined ? '20s' : value),
      z.union([z.string(), z.number()]).transform((value, context): number => {
        const millis = typeof value === 'string' ? parseDuration(value) : isStrict ? undefined : value;
        if (millis !== undefined && millis >= 0) return Math.max(SECOND, millis);
        const message = `'${value}' is no duration such as 20s or 1m30s`;
        context.issues.push({ code: 'custom', input: value, message });
        return z.NEVER;
      }),
    )
    .meta({
      type: 'string',
      default: '20s',
      description: 'At most one message in this time, at least 1s',
    });
}

/** Clients of the older form write seconds. */
function withInterval(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('intervalSeconds' in value)) return value;
  const { intervalSeconds, ...others } = value;
  return {
    interval: typeof intervalSeconds === 'number' ? intervalSeconds * SECOND : intervalSeconds,
    ...others,
  };
}

function fieldsOf(isStrict: boolean) {
  const object = <T extends z.ZodRawShape>(shape: T): z.ZodObject<T> =>
    isStrict ? z.strictObject(shape) : z.object(shape);
  const named = <T extends z.ZodType>(id: string, schema: T): T => (isStrict ? schema.meta({ id }) : schema);

  const form = isStrict ? STRICT : LENIENT;
  const aws = awsOf(form);
  const cypher = {
    query: z.string().meta({ description: 'Run for each result' }),
    parameter: z.string().min(1).default('that').meta({ description: 'Parameter that carries the result' }),
    parallelism: int(1).default(16).meta({ default: 16, description: 'Queries at once' }),
    allowAllNodeScan: z.boolean().default(false),
    shouldRetry: z.boolean().default(true).meta({ description: 'Again after errors that may pass' }),
  };
  // Made when the first is read: there are many.
  const destinationsOf = () => {
    // The reference asks for it where older forms went without.
    const namedFormat = isStrict ? (requiredFormat as unknown as typeof outputFormat) : outputFormat;
    const slack = object({
      type: z.literal('Slack'),
      hookUrl: z.string().meta({ description: 'An http or https address; its path never comes back out' }),
      interval: slackInterval(isStrict),
      onlyPositiveMatchData: z
        .boolean()
        .default(false)
        .meta({ description: 'Without effect: use the filter' }),
    });
    const builtIn = [
      object({ type: z.literal('StandardOut') }).meta({ description: 'One JSON line per result' }),
      object({ type: z.literal('File'), path: z.string().min(1), rotate: fileRotationOf(form) }).meta({
        description: 'One JSON line per result, appended',
      }),
      object({
        type: z.literal('HttpEndpoint'),
        url: z
          .string()
          .meta({ description: 'An http or https address; passwords and tokens in it never come back out' }),
        parallelism: int(1)
          .default(8)
          .meta({ default: 8, description: 'Requests at once; with 1, results arrive in order' }),
        headers: keyed(z.string())
          .default({})
          .meta({ description: 'Request headers; their values are secrets and never come back out' }),
        signingSecret,
        batch: postBatchOf(form),
      }).meta({ description: 'One HTTP POST per result, or per batch of results' }),
      object({ type: z.literal('CypherQuery'), ...cypher }).meta({
        description: 'Runs a query for each result; its rows are discarded',
      }),
      object({ type: z.literal('Kafka'), ...kafkaTarget }).meta({
        description: 'One record per result; its key is the id of the result',
      }),
      object({
        type: z.literal('NatsJetStream'),
        ...natsTargetOf(form),
        subject: natsSubject,
        format: outputFormat,
      }).meta({ description: 'One message per result; JetStream leaves out what comes twice' }),
      object({ type: z.literal('Kinesis'), ...kinesisTarget, ...aws }).meta({
        description: 'One record per result; its partition key is the id of the result',
      }),
      object({ type: z.literal('SNS'), ...snsTarget, format: namedFormat, ...aws }).meta({
        description: 'One message per result; its attribute resultId is the id of the result',
      }),
      object({ type: z.literal('SQS'), ...sqsTarget, ...aws }).meta({
        description: 'One message per result; its attribute resultId is the id of the result',
      }),
      object({
        type: z.literal('WebSocket'),
        ...webSocketTargetOf(form),
      }).meta({ description: 'One message per result, over a connection that is opened again when it ends' }),
      object({
        type: z.literal('ReactiveStream'),
        address: z
          .string()
          .min(1)
          .default('localhost')
          .meta({ description: 'Of this machine, where clients connect' }),
        port: tcpPort,
        format: namedFormat,
      }).meta({
        description:
          'One message per result over TCP to each client that is connected, behind its length in four bytes; without ' +
          'a client results are dropped, and counted',
      }),
      slack.meta({ description: 'Results gathered into chat messages' }),
      object({ type: z.literal('Drop') }).meta({ description: 'Results are counted and discarded' }),
    ] as const;
    const members = [
      ...builtIn,
      ...extensionDestinations(kind => form.member({ ...kind, format: namedFormat })),
    ];
    const union = z.discriminatedUnion('type', members as unknown as typeof builtIn);
    const destination: z.ZodType<z.output<typeof union> | ExtensionResultDestination> = union;
    return named(
      'StandingQueryDestination',
      isStrict
        ? (destination as unknown as z.ZodPipe<z.ZodTransform, typeof destination>)
        : z.preprocess(withInterval, destination),
    );
  };
  return {
    filter: object({ type: z.literal('OnlyPositiveMatch') })
      .optional()
      .meta({ description: 'Leaves cancellations out' }),
    preEnrichmentTransformation: object({ type: z.literal('InlineData') })
      .optional()
      .meta({ description: 'Hands on the bare data instead of meta and data' }),
    resultEnrichment: z.preprocess(withoutType, object(cypher)).optional().meta({
      description: 'A query that runs for each result; each row that it returns goes on in its place',
    }),
    destinations: z
      .array(z.lazy(destinationsOf))
      .min(1, { error: 'At least one destination is needed' })
      .meta({ description: 'Each of them gets everything' }),
    onFailure: outputFailurePolicy
      .optional()
      .meta({ description: 'Default: DeadLetter, with a file in the data directory' }),
  };
}

/** A key `type` is let through on any object. */
function withoutType(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value)) return value;
  const { type: _, ...fields } = value;
  return fields;
}

/** All but the name. `null` in them is as good as absent, which is for the object around them to see to. */
export const workflowFields = fieldsOf(true);
/** The same, where fields that are unknown are ignored and spellings of older clients are known. */
export const lenientWorkflowFields = fieldsOf(false);

const stored = z.object({ type: z.literal('Workflow'), ...lenientWorkflowFields });

export type Workflow = z.output<typeof stored>;
export type WorkflowDestination = Workflow['destinations'][number];
export type NatsDestination = Extract<WorkflowDestination, { type: 'NatsJetStream' }>;
export type ReactiveStreamDestination = Extract<WorkflowDestination, { type: 'ReactiveStream' }>;
export type WebSocketDestination = Extract<WorkflowDestination, { type: 'WebSocket' }>;
export type Enrichment = NonNullable<Workflow['resultEnrichment']>;

/** @throws WeirError `output.invalid` */
export function parseStoredWorkflow(input: unknown): Workflow {
  const result = stored.safeParse(withoutNulls(input));
  if (result.success) return result.data;
  throw new WeirError('output.invalid', `Invalid standing query output: ${result.error.message}`, {
    cause: result.error,
  });
}
