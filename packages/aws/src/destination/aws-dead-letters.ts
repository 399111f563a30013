/** Sends unreadable records to a stream, topic or queue of AWS. */
import { createHash } from 'node:crypto';
import type { DeadRecord } from '@weir/contract';
import type { AwsDeadLetters } from '../definition/aws-destination.js';
import type { Environment, OutgoingPolicy } from '@weir/platform';
import { deadRecordEncoder, encodeEach, type EncoderDependencies } from '@weir/formats/encoders';
import { entriesOf } from './aws-entries.js';
import { EntrySender } from './entry-sender.js';
import type { Taker } from '@weir/formats/kinds';

export interface AwsDeadLetterDependencies extends Pick<EncoderDependencies, 'readSchema'> {
  readonly environment: Pick<Environment, 'clock' | 'scheduler' | 'random'>;
  readonly outgoing: OutgoingPolicy;
}

/** @throws WeirError `output.invalid`. */
export async function openAwsTaker(
  destination: AwsDeadLetters,
  { environment, outgoing, readSchema }: AwsDeadLetterDependencies,
): Promise<Taker> {
  const { outputFormat } = destination;
  const receiver = entriesOf(destination, outgoing);
  const sender = new EntrySender(receiver, environment);
  const encode = await deadRecordEncoder(outputFormat, { clock: environment.clock, outgoing, readSchema });
  await sender.open();
  return {
    name: receiver.name,
    take: async records => {
      const isText = outputFormat.type === 'JSON';
      const untaken = new Map<number, string>();
      const encoded = encodeEach(records, encode, untaken);
      const entries = encoded.map(({ record, bytes }) => sender.entryOf(keyOf(record), bytes, isText));
      for (const [i, { reason }] of await sender.send(entries)) untaken.set(encoded[i]!.index, reason);
      return untaken;
    },
    abort: () => sender.close(),
    close: () => {
      sender.close();
      return Promise.resolve();
    },
  };
}

/** Stable across deliveries of the record. */
function keyOf({ bytes }: DeadRecord): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
