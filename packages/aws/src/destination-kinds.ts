/** Kinesis, SNS and SQS as destinations. */
import { declareDestination, type DeadLetterContext, type Taker } from '@weir/formats/kinds';
import {
  type AwsDeadLetters,
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

export const kinesisDestination = declareDestination({
  type: 'Kinesis',
  results: kinesisResultsOf,
  deadLetters: kinesisDeadLettersOf,
  masked: maskedAws,
  makeSink: async (destination, structure, context) => {
    const { EntrySink, kinesisEntries } = await import('./destination.js');
    const entries = kinesisEntries(destination, destination, context.outgoing);
    return new EntrySink(entries, destination.format, structure, context);
  },
  openDeadLetters,
});

export const snsDestination = declareDestination({
  type: 'SNS',
  results: snsResultsOf,
  deadLetters: snsDeadLettersOf,
  masked: maskedAws,
  makeSink: async (destination, structure, context) => {
    const { EntrySink, snsEntries } = await import('./destination.js');
    const entries = snsEntries(destination, destination, context.outgoing);
    return new EntrySink(entries, destination.format, structure, context);
  },
  openDeadLetters,
});

export const sqsDestination = declareDestination({
  type: 'SQS',
  results: sqsResultsOf,
  deadLetters: sqsDeadLettersOf,
  masked: maskedAws,
  makeSink: async (destination, structure, context) => {
    const { EntrySink, sqsEntries } = await import('./destination.js');
    const entries = sqsEntries(destination, destination, context.outgoing);
    return new EntrySink(entries, destination.format, structure, context);
  },
  openDeadLetters,
});
