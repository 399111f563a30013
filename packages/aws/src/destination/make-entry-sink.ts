/** Creates the sink of an AWS destination from its definition. */
import type { OutputStructure } from '@weir/formats/forms';
import type { SinkContext } from '@weir/formats/kinds';
import type { ResultSink } from '@weir/plugins';
import type { KinesisDestination, SnsDestination, SqsDestination } from '../definition/aws-destination.js';
import { entriesOf } from './aws-entries.js';
import { EntrySink } from './entry-sink.js';

/** Not opened yet. */
export function makeEntrySink(
  destination: KinesisDestination | SnsDestination | SqsDestination,
  structure: OutputStructure,
  context: SinkContext,
): ResultSink {
  return new EntrySink(entriesOf(destination, context.outgoing), destination.format, structure, context);
}
