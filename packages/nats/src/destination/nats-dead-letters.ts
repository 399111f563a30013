/** Sends unreadable records to a NATS JetStream subject. */
import type { NatsDeadLetters } from '../definition/nats-destination.js';
import type { Environment, OutgoingPolicy } from '@weir/platform';
import { deadRecordEncoder, encodeEach, type EncoderDependencies } from '@weir/formats/encoders';
import { NatsWriter } from './nats-writer.js';
import type { Taker } from '@weir/formats/kinds';

export interface NatsDeadLetterDependencies extends Pick<EncoderDependencies, 'readSchema'> {
  readonly environment: Pick<Environment, 'clock' | 'scheduler' | 'logger'>;
  readonly outgoing: OutgoingPolicy;
}

/** @throws WeirError `output.invalid`. */
export async function openNatsTaker(
  destination: NatsDeadLetters,
  { environment, outgoing, readSchema }: NatsDeadLetterDependencies,
): Promise<Taker> {
  const { outputFormat } = destination;
  const writer = new NatsWriter(destination, { environment, outgoing });
  const encode = await deadRecordEncoder(outputFormat, { clock: environment.clock, outgoing, readSchema });
  await writer.open();
  return {
    name: writer.name,
    take: async records => {
      const untaken = new Map<number, string>();
      const messages = encodeEach(records, encode, untaken).map(({ index, bytes }) => {
        // A message needs no line break at its end.
        return { index, bytes: outputFormat.type === 'JSON' ? bytes.subarray(0, -1) : bytes };
      });
      for (const [{ index }, { reason }] of await writer.write(messages)) untaken.set(index, reason);
      return untaken;
    },
    abort: () => void writer.close(),
    close: () => writer.close(),
  };
}
