/**
 * An output of a standing query, first API version. One schema provides the type, the validation, the defaults and,
 * through packages/api, the documentation. Fields are in output order.
 */
import { z } from 'zod';
import { shownOrigin, WeirError } from '@weir/platform';
import { int, keyed, maskedFormat, outputStructure, withoutNulls } from '@weir/formats/forms';
import { LENIENT } from '@weir/plugins/form';
import { awsFields, kinesisTarget, maskedAws, snsTarget, sqsTarget } from '@weir/aws';
import { kafkaTarget, maskedKafka } from '@weir/kafka';
import { maskedEndpoint, maskedSigning, postBatchOf, signingSecret } from '@weir/web';
import { fileRotationOf } from '@weir/files';

export const outputFailurePolicy = z
  .discriminatedUnion('type', [
    z
      .object({
        type: z.literal('DeadLetter'),
        path: z.string().min(1).optional().meta({ description: 'File that outputs may write' }),
      })
      .meta({
        description:
          'After several attempts, writes the result to a file with the reason, and continues with the next result',
      }),
    z.object({ type: z.literal('Hold') }).meta({
      description:
        'Retries until delivery succeeds; meanwhile later results wait, and eventually ingest pauses',
    }),
  ])
  .meta({ id: 'OutputFailurePolicy' });

const onFailure = outputFailurePolicy
  .optional()
  .meta({ description: 'Default: DeadLetter, with a file in the data directory' });

const structure = outputStructure.default({ type: 'WithMetadata' });
const onlyPositiveMatchData = z
  .boolean()
  .default(false)
  .meta({ description: 'Whether to send only the data, without meta' });

export const postToEndpointOutput = z
  .object({
    type: z.literal('PostToEndpoint'),
    url: z
      .string()
      .meta({ description: 'http or https URL; passwords and tokens in it are masked in responses' }),
    parallelism: int(1).default(8).meta({
      default: 8,
      description: 'Maximum number of parallel requests; with 1, results arrive in order',
    }),
    onlyPositiveMatchData,
    headers: keyed(z.string())
      .default({})
      .meta({ description: 'Request headers; their values are secrets and are masked in responses' }),
    signingSecret,
    batch: postBatchOf(LENIENT),
    structure,
    onFailure,
  })
  .meta({ id: 'PostToEndpoint', description: 'Sends one HTTP POST per result or per batch of results' });

export const printToStandardOutOutput = z
  .object({
    type: z.literal('PrintToStandardOut'),
    logLevel: z.enum(['Trace', 'Debug', 'Info', 'Warn', 'Error']).default('Info'),
    logMode: z
      .enum(['Complete', 'FastSampling'])
      .default('Complete')
      .meta({ description: 'Complete waits for a slow reader; FastSampling omits results' }),
    structure,
    onFailure,
  })
  .meta({ id: 'PrintToStandardOut', description: 'Prints one line per result to standard output' });

export const writeToFileOutput = z
  .object({
    type: z.literal('WriteToFile'),
    path: z.string().min(1),
    rotate: fileRotationOf(LENIENT),
    structure,
    onFailure,
  })
  .meta({ id: 'WriteToFile', description: 'Appends one JSON line per result' });

export const postToSlackOutput = z
  .object({
    type: z.literal('PostToSlack'),
    hookUrl: z.string().meta({ description: 'http or https URL; its path is masked in responses' }),
    onlyPositiveMatchData: z.boolean().default(false).meta({ description: 'Whether to omit retractions' }),
    intervalSeconds: int(0)
      .default(20)
      .meta({ default: 20, description: 'Minimum interval between messages' }),
  })
  .meta({ id: 'PostToSlack', description: 'Combines results into chat messages' });

export const writeToKafkaOutput = z
  .object({ type: z.literal('WriteToKafka'), ...kafkaTarget, structure, onFailure })
  .meta({ id: 'WriteToKafka', description: 'Sends one record per result, with the id of the result as key' });

export const writeToKinesisOutput = z
  .object({ type: z.literal('WriteToKinesis'), ...awsFields, ...kinesisTarget, structure, onFailure })
  .meta({
    id: 'WriteToKinesis',
    description: 'Sends one record per result, with the id of the result as partition key',
  });
export const writeToSnsOutput = z
  .object({ type: z.literal('WriteToSNS'), ...awsFields, ...snsTarget, structure, onFailure })
  .meta({
    id: 'WriteToSNS',
    description: 'Sends one message per result, with its id in the attribute resultId',
  });
export const writeToSqsOutput = z
  .object({ type: z.literal('WriteToSQS'), ...awsFields, ...sqsTarget, structure, onFailure })
  .meta({
    id: 'WriteToSQS',
    description: 'Sends one message per result, with its id in the attribute resultId',
  });

export const dropOutput = z
  .object({ type: z.literal('Drop') })
  .meta({ id: 'DropOutput', description: 'Counts and discards results' });

/** The only output that can be followed by another one. */
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
    query: z.string().meta({ description: 'Query to run for each result' }),
    parameter: z
      .string()
      .min(1)
      .default('that')
      .meta({ description: 'Name of the query parameter for the result' }),
    parallelism: int(1).default(16).meta({ default: 16, description: 'Maximum number of parallel queries' }),
    get andThen(): z.ZodOptional<z.ZodType<OutputDefinition>> {
      return output.optional();
    },
    allowAllNodeScan: z.boolean().default(false),
    shouldRetry: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether to retry after errors that may be temporary' }),
    structure,
    onFailure,
  })
  .meta({
    id: 'CypherQueryOutput',
    description: 'Runs a query for each result and passes its rows to andThen',
  });

export type PostToEndpointOutput = z.output<typeof postToEndpointOutput>;
export type PrintToStandardOutOutput = z.output<typeof printToStandardOutOutput>;
export type WriteToFileOutput = z.output<typeof writeToFileOutput>;
export type PostToSlackOutput = z.output<typeof postToSlackOutput>;
export type WriteToKafkaOutput = z.output<typeof writeToKafkaOutput>;
export type WriteToKinesisOutput = z.output<typeof writeToKinesisOutput>;
export type WriteToSnsOutput = z.output<typeof writeToSnsOutput>;
export type WriteToSqsOutput = z.output<typeof writeToSqsOutput>;
export type DropOutput = z.output<typeof dropOutput>;
export type OutputFailurePolicy = z.output<typeof outputFailurePolicy>;

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

/** @throws WeirError `output.invalid`, with every error. */
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

function maskedKeys(output: WriteToSqsOutput | WriteToSnsOutput | WriteToKinesisOutput) {
  const { credentials, endpoint, format } = output;
  const queue = output.type === 'WriteToSQS' ? { queueUrl: output.queueUrl } : {};
  return { ...maskedAws({ credentials, endpoint, ...queue }), format: maskedFormat(format) };
}

/** Returns the definition with secrets masked. */
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
