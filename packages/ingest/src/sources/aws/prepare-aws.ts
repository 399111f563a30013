/**
 * From the definition of a source of AWS to the source. Clients are loaded here, for those who use them. A source that is
 * opened again has the same client, which connects anew.
 */
import { type AwsWorld, KinesisStream, S3Object, SqsQueue } from '@weir/connectors';
import type { KinesisSourceDefinition, S3SourceDefinition, SqsSourceDefinition } from '@weir/definitions';
import type { IngestSource } from '../ingest-source.js';
import type { PreparedSource, SourceContext } from '../prepared-source.js';
import type { S3SourceOptions } from './s3-source.js';

function worldOf({ outgoing }: SourceContext, tries = 1): AwsWorld {
  return { outgoing, code: 'ingest.invalid', tries };
}

/** @throws WeirError `ingest.invalid`. */
export async function prepareSqs(
  definition: SqsSourceDefinition,
  context: SourceContext,
): Promise<PreparedSource> {
  const queue = await SqsQueue.at(definition, worldOf(context));
  const { SqsSource } = await import('./sqs-source.js');
  const { scheduler, logger } = context.environment;
  const { isTrial = false } = context;
  const openSource = () => new SqsSource({ definition, queue, isTrial, scheduler, logger });
  return { openSource, decoders: definition.recordDecoders, headers: null };
}

/** @throws WeirError `ingest.invalid`. */
export async function prepareKinesis(
  definition: KinesisSourceDefinition,
  context: SourceContext,
): Promise<PreparedSource> {
  const stream = await KinesisStream.at(definition, worldOf(context, definition.numRetries));
  const { KinesisSource } = await import('./kinesis-source.js');
  const { scheduler, logger, clock } = context.environment;
  const openSource = () => new KinesisSource({ definition, stream, scheduler, logger, clock });
  return { openSource, decoders: definition.recordDecoders, headers: null };
}

/** @returns what makes a source of the rest. @throws WeirError `ingest.invalid`. */
export async function prepareS3(
  definition: S3SourceDefinition,
  context: SourceContext,
): Promise<
  (options: Omit<S3SourceOptions, 'object' | 'name' | 'decoders' | 'logger' | 'scheduler'>) => IngestSource
> {
  const object = await S3Object.at(definition, worldOf(context));
  const { S3Source } = await import('./s3-source.js');
  const { scheduler, logger } = context.environment;
  const { bucket, key, recordDecoders: decoders } = definition;
  const name = `S3, s3://${bucket}/${key}`;
  return options => new S3Source({ ...options, object, name, decoders, scheduler, logger });
}
