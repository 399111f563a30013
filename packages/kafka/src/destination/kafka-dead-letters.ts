/** Sends unreadable records to a Kafka topic. */
import type { KafkaDeadLetters } from '../definition/kafka-destination.js';
import { deadRecordEncoder, encodeEach, type EncoderDependencies } from '@weir/formats/encoders';
import { KafkaWriter, type KafkaWriterDependencies } from './kafka-writer.js';
import type { Taker } from '@weir/formats/kinds';

/** @throws WeirError `output.invalid`. */
export async function openKafkaTaker(
  destination: KafkaDeadLetters,
  { environment, outgoing, readSchema }: KafkaWriterDependencies & Pick<EncoderDependencies, 'readSchema'>,
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
      for (const [i, { reason }] of problems) untaken.set(encoded[i]!.index, reason);
      return untaken;
    },
    abort: () => writer.abort(),
    close: () => writer.close(),
  };
}
