/** Records that could not be read, to a stream, topic or queue of AWS. */
import { createHash } from 'node:crypto';
import type { DeadRecord } from '@weir/contract';
import type { DeadLetterDestination } from '@weir/definitions';
import type { Environment, OutgoingPolicy } from '@weir/model';
import type { EncoderWorld } from '../formats/result-encoder.js';
import { type EntryDestination, kinesisEntries, snsEntries, sqsEntries } from '../sinks/aws-entries.js';
import { EntrySender } from '../sinks/entry-sender.js';
import { deadRecordEncoder } from './dead-record-encoder.js';
import type { Taker } from './dead-letter-taker.js';

type AwsDestination = Extract<DeadLetterDestination, { type: 'Kinesis' | 'SNS' | 'SQS' }>;

export interface AwsDeadLetterWorld extends Pick<EncoderWorld, 'readSchema'> {
  readonly environment: Pick<Environment, 'clock' | 'scheduler' | 'random'>;
  readonly outgoing: OutgoingPolicy;
}

/** @throws WeirError `output.invalid`. */
export async function openAwsTaker(
  destination: AwsDestination,
  { environment, outgoing, readSchema }: AwsDeadLetterWorld,
): Promise<Taker> {
  const { outputFormat } = destination;
  const entries = entriesOf(destination, outgoing);
  const sender = new EntrySender(entries, environment);
  const encode = await deadRecordEncoder(outputFormat, { clock: environment.clock, outgoing, readSchema });
  await sender.open();
  return {
    name: entries.name,
    take: async records => {
      const isText = outputFormat.type === 'JSON';
      const sent = records.map(record => sender.entryOf(keyOf(record), encode(record), isText));
      const [failed] = (await sender.send(sent)).values();
      if (failed !== undefined) throw new Error(failed.reason);
    },
    abort: () => sender.close(),
    close: () => {
      sender.close();
      return Promise.resolve();
    },
  };
}

function entriesOf(destination: AwsDestination, outgoing: OutgoingPolicy): EntryDestination {
  switch (destination.type) {
    case 'Kinesis':
      return kinesisEntries(destination, destination, outgoing);
    case 'SNS':
      return snsEntries(destination, destination, outgoing);
    case 'SQS':
      return sqsEntries(destination, destination, outgoing);
  }
}

/** The same each time that the record comes. */
function keyOf({ bytes }: DeadRecord): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
