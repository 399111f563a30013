/**
 * Creates everything that a stream works with from its definition, after all checks that are possible before reading.
 */
import type { Clock } from '@weir/platform';
import type { Lane, QueryFacts, RecordDeadLetters, StreamingGraph } from '@weir/contract';
import {
  type DeadLetterDestination,
  type IngestDefinition,
  sourceDeclarations,
  type SourceDefinition,
} from '@weir/definitions';
import type { RecordFormatDefinition } from '@weir/formats/forms';
import { formatReference, readSchema, schemaOptions, type SchemaAccess } from '@weir/formats/records';
import { sourceFrame } from './source-frame.js';
import type { IngestSource } from '@weir/plugins';
import { BadRecords } from './bad-records.js';
import type { Intake, PreparedSource, SourceContext } from '@weir/formats/kinds';
import { checkUrl } from '@weir/formats/http';
import { prepareSource } from '../reading/prepare-source.js';
import type { ChunkRunner } from '../reading/record-pump.js';

export interface StreamContext extends SourceContext {
  readonly graph: StreamingGraph;
  /** @throws WeirError `output.*` if a destination cannot be used. */
  readonly openDeadLetters: (
    stream: string,
    destinations: readonly DeadLetterDestination[],
  ) => Promise<RecordDeadLetters>;
}

/** `facts` is absent if no query runs. */
type PreparedRunner = ChunkRunner & Partial<Pick<Lane, 'facts'>>;

export interface PreparedStream {
  /** Opens a new source, also for each restart. */
  readonly openSource: () => IngestSource;
  readonly runner: ChunkRunner;
  /** Whether the runner reads records itself, before or after the lane. */
  readonly inspectsRecords: boolean;
  readonly intake?: Intake;
  readonly parallelism: number;
  readonly maximumPerSecond: number | undefined;
  /** Records that were read to prepare the stream and count as ingested. */
  readonly headerRecords: number;
  /** Possible problems of the query. */
  readonly warnings: readonly string[];
}

/**
 * @throws WeirError `ingest.file-not-found`, `ingest.file-not-allowed`, `ingest.invalid` if the source cannot be used;
 * `cypher.*` if the query does not compile.
 */
export async function prepareStream(
  name: string,
  definition: IngestDefinition,
  context: StreamContext,
): Promise<PreparedStream> {
  const source = await prepareSource(name, definition.source, context);
  const { headers } = source;
  const lane = await openRunner(name, definition, source, context);
  const warnings = warningsOf(lane.facts);
  for (const warning of warnings)
    context.environment.logger.log('warn', `Ingest stream '${name}': ${warning}`);
  return {
    openSource: source.openSource,
    ...(source.intake === undefined ? {} : { intake: source.intake }),
    runner: await withPolicy(
      name,
      await withRegistry(lane, definition, source, context),
      definition,
      context,
    ),
    inspectsRecords: policyOf(definition.onRecordError).isNeeded || registryOf(definition) !== undefined,
    warnings,
    parallelism: definition.parallelism,
    maximumPerSecond: definition.maxPerSecond,
    headerRecords: headers === null ? 0 : 1,
  };
}

async function openRunner(
  name: string,
  { source, query, parameter, parallelism, onRecordError, transformation }: IngestDefinition,
  { decoders, headers, intake }: PreparedSource,
  { environment, graph, files, outgoing, isTrial = false }: StreamContext,
): Promise<PreparedRunner> {
  const format = recordFormat(source);
  if (format.type === 'Drop') return DROPPING;
  if (format.type === 'Avro' && format.schemaRegistry !== undefined)
    await checkUrl(format.schemaRegistry.url, ['http:', 'https:'], outgoing);
  if (transformation !== undefined) await checkTransformation(transformation.function, environment.clock);
  const schema = await schemaOf(format, { files, outgoing });
  return graph.openLane({
    name,
    query,
    parameter,
    format: formatReference(format, { decoders, headers, schema, transformation: transformation?.function }),
    parallelism,
    allRejections: policyOf(onRecordError).isNeeded || intake !== undefined || isTrial,
    // The sender of a pushed record gets the error.
    rejectsFailures: onRecordError.includeQueryFailures === true || intake !== undefined,
  });
}

/** Reads and checks the schema, if the format has one. @throws WeirError `ingest.invalid`, `ingest.file-*`. */
async function schemaOf(
  format: RecordFormatDefinition,
  access: SchemaAccess,
): Promise<Uint8Array | undefined> {
  const isSchemaFormat = format.type === 'Protobuf' || format.type === 'Avro';
  if ((!isSchemaFormat && format.type !== 'AvroContainer') || format.schemaUrl === undefined)
    return undefined;
  const schema = await readSchema(format.schemaUrl, access);
  const { readerOf } = await import('@weir/formats/schema-formats');
  const options = isSchemaFormat ? schemaOptions(format, [], schema) : AVRO;
  await readerOf({ ...options, schema });
  return schema;
}

/** Wraps the lane if records name their schemas in a registry. */
async function withRegistry(
  lane: ChunkRunner,
  definition: IngestDefinition,
  { decoders }: PreparedSource,
  { environment, outgoing }: StreamContext,
): Promise<ChunkRunner> {
  const settings = registryOf(definition);
  if (settings === undefined) return lane;
  const [{ SchemaRegistry }, { RegistryLane }] = await Promise.all([
    import('@weir/formats/http'),
    import('./registry-lane.js'),
  ]);
  const registry = new SchemaRegistry(settings, { clock: environment.clock, outgoing });
  return new RegistryLane(lane, { registry, decoders, environment });
}

function registryOf({ source }: IngestDefinition) {
  const format = recordFormat(source);
  return format.type === 'Avro' ? format.schemaRegistry : undefined;
}

/** @throws WeirError `ingest.invalid`. */
export async function checkTransformation(source: string, clock: Clock): Promise<void> {
  const { Transformation } = await import('@weir/formats/transformation');
  await Transformation.of(source, clock);
}

/** Wraps the lane if the definition says how to handle bad records. */
async function withPolicy(
  name: string,
  lane: ChunkRunner,
  { source, onRecordError }: IngestDefinition,
  { environment, openDeadLetters }: StreamContext,
): Promise<ChunkRunner> {
  const { retries, destinations, isNeeded } = policyOf(onRecordError);
  if (!isNeeded) return lane;
  try {
    const deadLetters = destinations.length === 0 ? undefined : await openDeadLetters(name, destinations);
    return new BadRecords(lane, { retries, deadLetters, frameOf: sourceFrame(source), environment });
  } catch (error) {
    await lane.close();
    throw error;
  }
}

function policyOf({ retrySettings: retries, deadLetterQueueSettings }: IngestDefinition['onRecordError']) {
  const { destinations } = deadLetterQueueSettings;
  return { retries, destinations, isNeeded: retries !== undefined || destinations.length > 0 };
}

function warningsOf(facts: QueryFacts | undefined): string[] {
  const warnings: string[] = [];
  if (facts?.canContainAllNodeScan) {
    warnings.push('the query may scan all nodes for each record; find nodes by id(n) = idFrom(...) instead.');
  }
  if (facts?.isIdempotent === false) {
    warnings.push(
      'the query is not known to be idempotent: a record that is delivered twice may write twice.',
    );
  }
  return warnings;
}

const AVRO = { kind: 'avro', decoders: [] } as const;

/** Format of numbers that are read as such. */
const NUMBERS = { type: 'Json' } as const;

/** Format of rows that the source has read itself. */
const ROWS = { type: 'Parquet' } as const;

function recordFormat(source: SourceDefinition): RecordFormatDefinition {
  const { givesRows } = sourceDeclarations().get(source.type) ?? {};
  return givesRows === true ? ROWS : (source.format ?? NUMBERS);
}

/** Runner for records that are only counted. */
const DROPPING: PreparedRunner = {
  preferredInFlight: 1,
  runChunk: chunk => Promise.resolve({ done: chunk.bounds.length >>> 1, rejected: 0, rejections: [] }),
  release: () => Promise.resolve(),
  hold: () => Promise.resolve(),
  abort: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
