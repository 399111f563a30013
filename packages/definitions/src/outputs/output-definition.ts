/**
 * An output of a standing query, first API version. One schema is the type, the check, the defaults and,
 * through packages/api, the documentation. Fields are in the order in which they are written out.
 */
import { z } from 'zod';
import { SECRET_MASK, shownOrigin, shownUrl, WeirError } from '@weir/model';
import { withoutNulls } from '../fields/absent-fields.js';
import { int } from '../fields/numbers.js';
import { LENIENT } from '@weir/plugins/form';
import { keyed } from '../fields/keyed.js';
import { kafkaSecurityOf } from '../ingest/broker-source.js';
import { maskedAws } from '../ingest/masked-aws.js';
import { maskedKafka } from '../ingest/masked-kafka.js';
import { maskedRegistry, schemaRegistryOf } from '../schema-registry.js';
import { awsFields } from '../ingest/v1/aws-ingest.js';
import { fileRotationOf } from './file-rotation.js';
import { postBatchOf } from './post-batch.js';

export const outputStructure = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('WithMetadata') }),
    z.object({ type: z.literal('Bare') }),
  ])
  .meta({ description: 'WithMetadata: {meta, data}; Bare: the data alone' });

export const outputFailurePolicy = z
  .discriminatedUnion('type', [
    z
      .object({
        type: z.literal('DeadLetter'),
        path: z.string().min(1).optional().meta({ description: 'A file that outputs may write' }),
      })
      .meta({
        description:
          'After some tries the result goes into a file, with the reason, and the next one follows',
      }),
    z
      .object({ type: z.literal('Hold') })
      .meta({ description: 'It is tried until it works; later results wait, and in the end ingest does' }),
  ])
  .meta({ id: 'OutputFailurePolicy' });

const onFailure = outputFailurePolicy
  .optional()
  .meta({ description: 'Default: DeadLetter, with a file in the data directory' });

const structure = outputStructure.default({ type: 'WithMetadata' });
const onlyPositiveMatchData = z
  .boolean()
  .default(false)
  .meta({ description: 'Send the bare data instead of meta and data' });

export const signingSecret = z.string().min(1).optional().meta({
  description:
    'Requests are signed with it, as Standard Webhooks says; a text, or Base64 behind whsec_. Never comes back out',
});

export const postToEndpointOutput = z
  .object({
    type: z.literal('PostToEndpoint'),
    url: z
      .string()
      .meta({ description: 'An http or https address; passwords and tokens in it never come back out' }),
    parallelism: int(1)
      .default(8)
      .meta({ default: 8, description: 'Requests at once; with 1, results arrive in order' }),
    onlyPositiveMatchData,
    headers: keyed(z.string())
      .default({})
      .meta({ description: 'Request headers; their values are secrets and never come back out' }),
    signingSecret,
    batch: postBatchOf(LENIENT),
    structure,
    onFailure,
  })
  .meta({ id: 'PostToEndpoint', description: 'One HTTP POST per result, or per batch of results' });

export const printToStandardOutOutput = z
  .object({
    type: z.literal('PrintToStandardOut'),
    logLevel: z.enum(['Trace', 'Debug', 'Info', 'Warn', 'Error']).default('Info'),
    logMode: z
      .enum(['Complete', 'FastSampling'])
      .default('Complete')
      .meta({ description: 'Complete waits for a slow reader, FastSampling leaves out results' }),
    structure,
    onFailure,
  })
  .meta({ id: 'PrintToStandardOut', description: 'One line per result on standard output' });

export const writeToFileOutput = z
  .object({
    type: z.literal('WriteToFile'),
    path: z.string().min(1),
    rotate: fileRotationOf(LENIENT),
    structure,
    onFailure,
  })
  .meta({ id: 'WriteToFile', description: 'One JSON line per result, appended' });

export const postToSlackOutput = z
  .object({
    type: z.literal('PostToSlack'),
    hookUrl: z.string().meta({ description: 'An http or https address; its path never comes back out' }),
    onlyPositiveMatchData: z.boolean().default(false).meta({ description: 'Leave cancellations out' }),
    intervalSeconds: int(0)
      .default(20)
      .meta({ default: 20, description: 'At most one message in this time' }),
  })
  .meta({ id: 'PostToSlack', description: 'Results gathered into chat messages' });

const schemaUrl = z.string().min(1).meta({ description: 'A file, or an http or https address' });

/** How results are written as bytes, in either version, where it has to be said. */
export const requiredFormat = z.discriminatedUnion('type', [
  z.object({ type: z.literal('JSON') }).meta({ description: 'A text, with a line end' }),
  z
    .object({ type: z.literal('Protobuf'), schemaUrl, typeName: z.string().min(1) })
    .meta({ description: 'A message; schemaUrl is a compiled descriptor set' }),
  z
    .object({
      type: z.literal('Avro'),
      schemaUrl,
      schemaRegistry: schemaRegistryOf(LENIENT)
        .optional()
        .meta({ description: 'The schema is made known there, and its number precedes each value' }),
      subject: z.string().min(1).optional().meta({
        description: 'Name of the schema in the registry; default: that of the topic, and -value',
      }),
    })
    .meta({ description: 'A value; schemaUrl is its schema' }),
]);
export const outputFormat = requiredFormat.default({ type: 'JSON' }).meta({ default: { type: 'JSON' } });

/** Where results of either version go. */
export const kafkaTarget = {
  topic: z.string().min(1),
  bootstrapServers: z.string().min(1).meta({ example: 'localhost:9092' }),
  format: outputFormat,
  ...kafkaSecurityOf(LENIENT),
};

export const writeToKafkaOutput = z
  .object({ type: z.literal('WriteToKafka'), ...kafkaTarget, structure, onFailure })
  .meta({ id: 'WriteToKafka', description: 'One record per result; its key is the id of the result' });

/** What goes to AWS, beside how it is reached. */
export const kinesisTarget = {
  streamName: z.string().min(1),
  format: outputFormat,
  kinesisParallelism: int(1).optional().meta({ description: 'Requests at once; default 4' }),
  kinesisMaxBatchSize: int(1).optional().meta({ description: 'Records in one request; default 500' }),
  kinesisMaxRecordsPerSecond: int(1).optional().meta({ description: 'Absent: no limit' }),
  kinesisMaxBytesPerSecond: int(1).optional().meta({ description: 'Absent: no limit' }),
};
export const snsTarget = {
  topic: z.string().min(1).meta({ example: 'arn:aws:sns:eu-west-1:123456789012:matches' }),
  format: outputFormat,
};
export const sqsTarget = {
  queueUrl: z.string().min(1).meta({ example: 'https://sqs.eu-west-1.amazonaws.com/123456789012/matches' }),
  format: outputFormat,
};

export const writeToKinesisOutput = z
  .object({ type: z.literal('WriteToKinesis'), ...awsFields, ...kinesisTarget, structure, onFailure })
  .meta({
    id: 'WriteToKinesis',
    description: 'One record per result; its partition key is the id of the result',
  });
export const writeToSnsOutput = z
  .object({ type: z.literal('WriteToSNS'), ...awsFields, ...snsTarget, structure, onFailure })
  .meta({ id: 'WriteToSNS', description: 'One message per result; its attribute resultId is the id' });
export const writeToSqsOutput = z
  .object({ type: z.literal('WriteToSQS'), ...awsFields, ...sqsTarget, structure, onFailure })
  .meta({ id: 'WriteToSQS', description: 'One message per result; its attribute resultId is the id' });

export const dropOutput = z
  .object({ type: z.literal('Drop') })
  .meta({ id: 'DropOutput', description: 'Results are counted and discarded' });

/** The one output that can have another one after it. */
export interface CypherQueryOutput {
  type: 'CypherQuery';
  query: string;
  parameter: string;
  parallelism: number;
  andThen?: OutputDefinition | undefined;
  allowAllNodeScan: boolean;
  shouldRetry: boolean;
  structure: z.output<typeof outputStructure>;
  onFailure?: OutputFailurePolicy | undefined;
}

export const cypherQueryOutput = z
  .object({
    type: z.literal('CypherQuery'),
    query: z.string().meta({ description: 'Run for each result' }),
    parameter: z.string().min(1).default('that').meta({ description: 'Parameter that carries the result' }),
    parallelism: int(1).default(16).meta({ default: 16, description: 'Queries at once' }),
    get andThen(): z.ZodOptional<z.ZodType<OutputDefinition>> {
      return output.optional();
    },
    allowAllNodeScan: z.boolean().default(false),
    shouldRetry: z.boolean().default(true).meta({ description: 'Again after errors that may pass' }),
    structure,
    onFailure,
  })
  .meta({ id: 'CypherQueryOutput', description: 'Runs a query for each result; its rows go to andThen' });

export type PostToEndpointOutput = z.output<typeof postToEndpointOutput>;
export type PrintToStandardOutOutput = z.output<typeof printToStandardOutOutput>;
export type WriteToFileOutput = z.output<typeof writeToFileOutput>;
export type PostToSlackOutput = z.output<typeof postToSlackOutput>;
export type WriteToKafkaOutput = z.output<typeof writeToKafkaOutput>;
export type OutputFormat = z.output<typeof outputFormat>;
export type WriteToKinesisOutput = z.output<typeof writeToKinesisOutput>;
export type WriteToSnsOutput = z.output<typeof writeToSnsOutput>;
export type WriteToSqsOutput = z.output<typeof writeToSqsOutput>;
export type DropOutput = z.output<typeof dropOutput>;
export type OutputFailurePolicy = z.output<typeof outputFailurePolicy>;
export type OutputStructure = z.output<typeof outputStructure>;

export type OutputDefinition =
  | PostToEndpointOutput
  | PrintToStandardOutOutput
  | WriteToFileOutput
  | PostToSlackOutput
  | WriteToKafkaOutput
  | WriteToKinesisOutput
  | WriteToSnsOutput
  | WriteToSqsOutput
  | CypherQueryOutput
  | DropOutput;

const output: z.ZodType<OutputDefinition> = z
  .preprocess(
    withoutNulls,
    z.discriminatedUnion('type', [
      postToEndpointOutput,
      printToStandardOutOutput,
      writeToFileOutput,
      postToSlackOutput,
      writeToKafkaOutput,
      writeToKinesisOutput,
      writeToSnsOutput,
      writeToSqsOutput,
      cypherQueryOutput,
      dropOutput,
    ]),
  )
  .meta({ id: 'StandingQueryOutput' });

export const outputDefinition = output;

/** @throws WeirError `output.invalid`, with every complaint. */
export function parseOutputDefinition(input: unknown): OutputDefinition {
  const result = outputDefinition.safeParse(input);
  if (result.success) return result.data;
  const complaints = result.error.issues.map(
    issue => `${issue.path.join('.') || 'definition'}: ${issue.message}`,
  );
  throw new WeirError('output.invalid', `Invalid standing query output: ${complaints.join('; ')}`, {
    cause: result.error,
  });
}

/** As it may be shown. */
export function maskedFormat(format: OutputFormat): OutputFormat {
  if (format.type !== 'Avro' || format.schemaRegistry === undefined) return format;
  return { ...format, schemaRegistry: maskedRegistry(format.schemaRegistry) };
}

function maskedKeys(output: WriteToSqsOutput | WriteToSnsOutput | WriteToKinesisOutput) {
  const { credentials, endpoint, format } = output;
  const queue = output.type === 'WriteToSQS' ? { queueUrl: output.queueUrl } : {};
  return { ...maskedAws({ credentials, endpoint, ...queue }), format: maskedFormat(format) };
}

interface Endpoint {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** As it may be shown: of headers the names alone. */
export function maskedEndpoint({ url, headers }: Endpoint): { url: string; headers: Record<string, string> } {
  const names = Object.keys(headers);
  return { url: shownUrl(url), headers: Object.fromEntries(names.map(name => [name, SECRET_MASK])) };
}

export function maskedSigning({ signingSecret: secret }: { readonly signingSecret?: string | undefined }): {
  signingSecret?: string;
} {
  return secret === undefined ? {} : { signingSecret: SECRET_MASK };
}

/** The definition as it may be shown: secrets never come back out. */
export function withoutSecrets(definition: OutputDefinition): OutputDefinition {
  switch (definition.type) {
    case 'PostToEndpoint':
      return { ...definition, ...maskedEndpoint(definition), ...maskedSigning(definition) };
    case 'WriteToKafka':
      return { ...maskedKafka(definition), format: maskedFormat(definition.format) };
    case 'WriteToKinesis':
    case 'WriteToSNS':
    case 'WriteToSQS':
      return { ...definition, ...maskedKeys(definition) };
    case 'PostToSlack':
      return { ...definition, hookUrl: shownOrigin(definition.hookUrl) };
    case 'CypherQuery':
      return definition.andThen === undefined
        ? definition
        : { ...definition, andThen: withoutSecrets(definition.andThen) };
    default:
      return definition;
  }
}
