import { unreachable } from '@weir/model';
import { awsOfVersion1, type OutputDefinition } from '@weir/definitions';
import { kinesisEntries, snsEntries, sqsEntries } from './aws-entries.js';
import { BatchPostSink } from './batch-post-sink.js';
import { graphSink } from './graph-sink.js';
import { DropSink } from './drop-sink.js';
import { EntrySink } from './entry-sink.js';
import { FileSink } from './file-sink.js';
import { KafkaSink } from './kafka-sink.js';
import { PositiveMatchSink } from './positive-match-sink.js';
import { PostSink } from './post-sink.js';
import { PrintSink } from './print-sink.js';
import type { ResultSink } from '@weir/plugins';
import type { SinkContext } from './sink-context.js';
import { SlackSink } from './slack-sink.js';

/** The sink of a definition of version 1, not opened yet: of what is not JSON only the data of matches is written. */
export function createSink(definition: OutputDefinition, context: SinkContext): ResultSink {
  if (!('format' in definition) || definition.format.type === 'JSON') return exactSink(definition, context);
  return new PositiveMatchSink(exactSink({ ...definition, structure: { type: 'Bare' } }, context));
}

/** The same, where the structure is that of the definition whatever its format is. */
export function exactSink(definition: OutputDefinition, context: SinkContext): ResultSink {
  switch (definition.type) {
    case 'Drop':
      return new DropSink();
    case 'PrintToStandardOut':
      return new PrintSink(definition, context);
    case 'WriteToFile':
      return new FileSink(definition, context);
    case 'PostToEndpoint':
      return definition.batch === undefined
        ? new PostSink(definition, context)
        : new BatchPostSink(definition, definition.batch, context);
    case 'WriteToKafka':
      return new KafkaSink(definition, context);
    case 'WriteToKinesis':
      return new EntrySink(
        kinesisEntries(awsOfVersion1(definition), definition, context.outgoing),
        definition,
        context,
      );
    case 'WriteToSNS':
      return new EntrySink(
        snsEntries(awsOfVersion1(definition), definition, context.outgoing),
        definition,
        context,
      );
    case 'WriteToSQS':
      return new EntrySink(
        sqsEntries(awsOfVersion1(definition), definition, context.outgoing),
        definition,
        context,
      );
    case 'PostToSlack':
      return new SlackSink(definition, context);
    case 'CypherQuery': {
      const next = definition.andThen === undefined ? undefined : createSink(definition.andThen, context);
      return graphSink(definition, context, next);
    }
    default:
      return unreachable(definition);
  }
}
