/** Records that could not be read, to a Kafka topic. */
import type { DeadLetterDestination } from '@weir/definitions';
import type { EncoderWorld } from '../formats/result-encoder.js';
import { KafkaWriter, type KafkaWriterWorld } from '../sinks/kafka-writer.js';
import { deadRecordEncoder, encodeEach } from './dead-record-encoder.js';
import type { Taker } from './dead-letter-taker.js';

type KafkaDestination = Extract<DeadLetterDestination, { type: 'Kafka' }>;

/** @throws WeirError `output.invalid`. */
export async function openKafkaTaker(
  destination: KafkaDestination,
  { environment, outgoing, readSchema }: KafkaWriterWorld & Pick<EncoderWorld, 'readSchema'>,
): Promise<Taker> {
  const { outputFormat, topic } = destination;
  const writer = new KafkaWriter(destination, { environment, outgoing });
  await writer.open();
  const encode = await deadRecordEncoder(outputFormat, { clock: environment.clock, outgoing, readSchema });
  return {
    name: `Kafka, topic ${topic}`,
    take: async records => {
      const untaken = new Map<number, string>();
      const encoded = encodeEach(records, encode, untaken);
      const problems = await writer.write(encoded.map(({ bytes }) => ({ value: bytes })));
      for (const [i, { reason }] of problems) untaken.set(encoded[i]!.place, reason);
      return untaken;
    },
    abort: () => writer.abort(),
    close: () => writer.close(),
  };
}
