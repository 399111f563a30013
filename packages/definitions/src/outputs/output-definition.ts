/**
 * An output of a standing query, first API version. One schema is the type, the check, the defaults and,
 * through packages/api, the documentation. Fields are in the order in which they are written out.
 */
import { z } from 'zod';
import { SECRET_MASK, shownOrigin, shownUrl, WeirError } from '@weir/model';
import { onlyAvailable } from '../fields/available-types.js';
import { int } from '../fields/numbers.js';
import { LENIENT } from '../fields/form.js';
import { keyed } from '../fields/keyed.js';
import { kafkaSecurityOf } from '../ingest/broker-source.js';
import { maskedKafka } from '../ingest/masked-kafka.js';

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
    structure,
    onFailure,
  })
  .meta({ id: 'PostToEndpoint', description: 'One HTTP POST per result' });

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
  .object({ type: z.literal('WriteToFile'), path: z.string().min(1), structure, onFailure })
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

/** How results are written as bytes, in either version. */
export const outputFormat = z
  .preprocess(
    onlyAvailable(['Protobuf'], 'JSON'),
    z.discriminatedUnion('type', [z.object({ type: z.literal('JSON') })]),
  )
  .default({ type: 'JSON' })
  .meta({ default: { type: 'JSON' } });

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
export type DropOutput = z.output<typeof dropOutput>;
export type OutputFailurePolicy = z.output<typeof outputFailurePolicy>;
export type OutputStructure = z.output<typeof outputStructure>;

export type OutputDefinition =
  | PostToEndpointOutput
  | PrintToStandardOutOutput
  | WriteToFileOutput
  | PostToSlackOutput
  | WriteToKafkaOutput
  | CypherQueryOutput
  | DropOutput;

const readable = onlyAvailable(
  ['WriteToKinesis', 'WriteToSNS'],
  'PostToEndpoint, PrintToStandardOut, WriteToFile, PostToSlack, WriteToKafka, CypherQuery and Drop',
);

const output: z.ZodType<OutputDefinition> = z
  .preprocess(
    readable,
    z.discriminatedUnion('type', [
      postToEndpointOutput,
      printToStandardOutOutput,
      writeToFileOutput,
      postToSlackOutput,
      writeToKafkaOutput,
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

interface Endpoint {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** As it may be shown: of headers the names alone. */
export function maskedEndpoint({ url, headers }: Endpoint): { url: string; headers: Record<string, string> } {
  const names = Object.keys(headers);
  return { url: shownUrl(url), headers: Object.fromEntries(names.map(name => [name, SECRET_MASK])) };
}

/** The definition as it may be shown: secrets never come back out. */
export function withoutSecrets(definition: OutputDefinition): OutputDefinition {
  switch (definition.type) {
    case 'PostToEndpoint':
      return { ...definition, ...maskedEndpoint(definition) };
    case 'WriteToKafka':
      return maskedKafka(definition);
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
