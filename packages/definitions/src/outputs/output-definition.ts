/**
 * An output of a standing query, first API version. The schema of each kind of destination provides the type, the
 * validation, the defaults and, through packages/api, the documentation. A query is here, because only it can be
 * followed by another output. Fields are in output order.
 */
import { z } from 'zod';
import { WeirError } from '@weir/platform';
import { int, withoutNulls } from '@weir/formats/forms';
import type { DestinationDeclaration } from '@weir/formats/kinds';
import { onFailure, structure } from '@weir/formats/version1';
import { BUILT_IN_DESTINATIONS } from '../destinations/destination-declarations.js';
import { maskedBy } from '../destinations/masked-destination.js';

type BuiltInVersion1 = NonNullable<(typeof BUILT_IN_DESTINATIONS)[number]['version1']>;
/** An output that sends each result to one destination. */
export type SingleOutput = z.output<BuiltInVersion1['schema']>;

export interface CypherQueryOutput {
  type: 'CypherQuery';
  query: string;
  parameter: string;
  parallelism: number;
  andThen?: OutputDefinition | undefined;
  allowAllNodeScan: boolean;
  shouldRetry: boolean;
  structure: z.output<typeof structure>;
  onFailure?: z.output<typeof onFailure>;
}

export type OutputDefinition = SingleOutput | CypherQueryOutput;

const cypherQueryOutput = z
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
      return outputDefinition.optional();
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

type Version1Declaration = DestinationDeclaration & Required<Pick<DestinationDeclaration, 'version1'>>;

/** Destinations by their types in version 1, which extensions do not have. */
const DESTINATIONS_OF_VERSION_1: ReadonlyMap<string, Version1Declaration> = new Map(
  (BUILT_IN_DESTINATIONS as readonly unknown[] as readonly Version1Declaration[])
    .filter(({ version1 }) => (version1 as unknown) !== undefined)
    .map(each => [each.version1.type, each]),
);

export function destinationOfVersion1({ type }: SingleOutput): Version1Declaration {
  return DESTINATIONS_OF_VERSION_1.get(type)!;
}

const members = [...DESTINATIONS_OF_VERSION_1.values()].map(({ version1 }) => version1.schema);

export const outputDefinition: z.ZodType<OutputDefinition> = z
  .preprocess(
    withoutNulls,
    z.discriminatedUnion('type', [...(members as unknown as [BuiltInVersion1['schema']]), cypherQueryOutput]),
  )
  .meta({ id: 'StandingQueryOutput' });

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

/** Returns the definition with secrets masked. */
export function withoutSecrets(definition: OutputDefinition): OutputDefinition {
  if (definition.type !== 'CypherQuery') return maskedBy(destinationOfVersion1(definition), definition);
  const { andThen } = definition;
  return andThen === undefined ? definition : { ...definition, andThen: withoutSecrets(andThen) };
}
