/** Records that could not be read, to a subject of NATS JetStream. */
import type { DeadLetterDestination } from '@weir/definitions';
import type { Environment, OutgoingPolicy } from '@weir/model';
import type { EncoderWorld } from '../formats/result-encoder.js';
import { NatsWriter } from '../sinks/nats-writer.js';
import { deadRecordEncoder } from './dead-record-encoder.js';
import type { Taker } from './dead-letter-taker.js';

type NatsDeadLetters = Extract<DeadLetterDestination, { type: 'NatsJetStream' }>;

export interface NatsDeadLetterWorld extends Pick<EncoderWorld, 'readSchema'> {
  readonly environment: Pick<Environment, 'clock' | 'scheduler' | 'logger'>;
  readonly outgoing: OutgoingPolicy;
}

/** @throws WeirError `output.invalid`. */
export async function openNatsTaker(
  destination: NatsDeadLetters,
  { environment, outgoing, readSchema }: NatsDeadLetterWorld,
): Promise<Taker> {
  const { outputFormat } = destination;
  const writer = new NatsWriter(destination, { environment, outgoing });
  const encode = await deadRecordEncoder(outputFormat, { clock: environment.clock, outgoing, readSchema });
  await writer.open();
  return {
    name: writer.name,
    take: async records => {
      const messages = records.map(record => {
        const bytes = encode(record);
        // A message has an end without one of lines.
        return { bytes: outputFormat.type === 'JSON' ? bytes.subarray(0, -1) : bytes };
      });
      const [problem] = (await writer.write(messages)).values();
      if (problem !== undefined) throw new Error(problem.reason);
    },
    abort: () => void writer.close(),
    close: () => writer.close(),
  };
}
