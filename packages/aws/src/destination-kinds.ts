/** Kinesis, SNS and SQS as destinations. */
import type { OutputStructure } from '@weir/formats/forms';
import {
  type DeadLetterContext,
  declareDestination,
  type SinkContext,
  type Taker,
} from '@weir/formats/kinds';
import type { ResultSink } from '@weir/plugins';
import {
  type AwsDeadLetters,
  type KinesisDestination,
  type SnsDestination,
  type SqsDestination,
  kinesisDeadLettersOf,
  kinesisResultsOf,
  snsDeadLettersOf,
  snsResultsOf,
  sqsDeadLettersOf,
  sqsResultsOf,
} from './definition/aws-destination.js';
import { maskedAws } from './definition/masked-aws.js';

const openDeadLetters = async (destination: AwsDeadLetters, context: DeadLetterContext): Promise<Taker> => {
  const { openAwsTaker } = await import('./destination/aws-dead-letters.js');
  return openAwsTaker(destination, context);
};

const makeSink = async (
  destination: KinesisDestination | SnsDestination | SqsDestination,
  structure: OutputStructure,
  context: SinkContext,
): Promise<ResultSink> => {
  const { makeEntrySink } = await import('./destination/make-entry-sink.js');
  return makeEntrySink(destination, structure, context);
};

export const kinesisDestination = declareDestination({
  type: 'Kinesis',
  results: kinesisResultsOf,
  deadLetters: kinesisDeadLettersOf,
  masked: maskedAws,
  makeSink,
  openDeadLetters,
});

export const snsDestination = declareDestination({
  type: 'SNS',
  results: snsResultsOf,
  deadLetters: snsDeadLettersOf,
  masked: maskedAws,
  makeSink,
  openDeadLetters,
});

export const sqsDestination = declareDestination({
  type: 'SQS',
  results: sqsResultsOf,
  deadLetters: sqsDeadLettersOf,
  masked: maskedAws,
  makeSink,
  openDeadLetters,
});
