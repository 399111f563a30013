/**
 * Which sources several processes can read at once, because their sender gives each record to one of them: and what a
 * process makes of that which reads for the owner of the graph.
 */
import type { RecordReader, SourceLender } from '@weir/contract';
import { type IngestDefinition, parseIngestDefinition } from '@weir/definitions';
import { WeirError } from '@weir/model';
import type { SourceContext } from '../sources/prepared-source.js';
import { prepareSource } from './prepare-source.js';

/**
 * Kafka: partitions that the group deals out, and whose offsets it keeps; where one is given by name, each reader would
 * have it. A source that ends would have to know of the others when it does. Kinesis with leases: unless all readers would
 * have one name. SQS: what is not deleted comes to everybody. One record after the other is what one reader has.
 */
export function canBeShared({ source, parallelism }: IngestDefinition): boolean {
  if (parallelism === 1) return false;
  switch (source.type) {
    case 'Kafka':
      return (
        Array.isArray(source.topics) &&
        source.offsetCommitting !== undefined &&
        source.endingOffset === undefined
      );
    case 'KinesisKCL':
      return source.advancedSettings?.configsBuilder?.workerIdentifier === undefined;
    case 'NatsJetStream':
      return true;
    case 'SQS':
      return source.deleteReadMessages;
    default:
      return false;
  }
}

/** What each reader says of what its sender has left: of Kafka its own partitions, otherwise all that there is. */
export function lagOfAll({ source }: IngestDefinition, lags: readonly number[]): number {
  return source.type === 'Kafka' ? lags.reduce((sum, lag) => sum + lag, 0) : Math.max(...lags);
}

/** For a process that lends workers. */
export function sourceLender(context: SourceContext): SourceLender {
  return {
    async prepare(stream: string, given: unknown): Promise<RecordReader> {
      const definition = parseIngestDefinition(given);
      if (!canBeShared(definition))
        throw new WeirError('ingest.invalid', `The source of '${stream}' is read in one process alone.`);
      return (await prepareSource(stream, definition.source, context)).openSource();
    },
  };
}
