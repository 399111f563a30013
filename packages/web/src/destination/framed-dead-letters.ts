/** Sends unreadable records to connected TCP clients. */
import type { FramedDeadLetters } from '../definition/framed-destination.js';
import type { Environment, OutgoingPolicy } from '@weir/platform';
import { deadRecordEncoder, encodeEach, type EncoderDependencies } from '@weir/formats/encoders';
import type { Taker } from '@weir/formats/kinds';
import { FrameServer } from './frame-server.js';

export interface FramedDeadLetterDependencies extends Pick<EncoderDependencies, 'readSchema'> {
  readonly environment: Pick<Environment, 'clock' | 'scheduler' | 'logger'>;
  readonly outgoing: OutgoingPolicy;
}

/** @throws WeirError `output.invalid`. */
export async function openFramedTaker(
  { address, port, outputFormat }: FramedDeadLetters,
  { environment, outgoing, readSchema }: FramedDeadLetterDependencies,
): Promise<Taker> {
  const encode = await deadRecordEncoder(outputFormat, { clock: environment.clock, outgoing, readSchema });
  const server = new FrameServer({ address, port, environment });
  await server.open();
  return {
    name: `clients of ${server.name}`,
    take: async records => {
      const untaken = new Map<number, string>();
      const encoded = encodeEach(records, encode, untaken);
      const sent = await server.send(encoded.map(({ bytes }) => bytes));
      for (const { index } of encoded.slice(sent)) untaken.set(index, 'no client is connected');
      return untaken;
    },
    abort: () => void server.close(),
    close: () => server.close(),
  };
}
