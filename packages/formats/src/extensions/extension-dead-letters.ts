/** Sends unreadable records to a destination provided by an extension. */
import type { ExtensionDeadLetterDestination } from '../forms/extension-destinations.js';
import type { AnyDestinationKind } from '@weir/plugins';
import type { DeadLetterContext } from '../kinds/dead-letter-context.js';
import { deadRecordEncoder, encodeEach } from '../encoders/dead-record-encoder.js';
import type { Taker } from '../kinds/dead-letter-taker.js';
import { PatientWriter } from './patient-writer.js';

/** @throws WeirError `output.invalid`. */
export async function openExtensionTaker(
  kind: AnyDestinationKind,
  destination: ExtensionDeadLetterDestination,
  { stream, environment, outgoing, readSchema }: DeadLetterContext,
): Promise<Taker> {
  const { type, outputFormat } = destination;
  const encode = await deadRecordEncoder(outputFormat, { clock: environment.clock, outgoing, readSchema });
  const writer = new PatientWriter(kind, destination, { name: stream, environment, outgoing });
  await writer.open();
  return {
    name: type,
    take: async records => {
      const untaken = new Map<number, string>();
      const messages = encodeEach(records, encode, untaken).map(({ index, bytes }) => ({
        index,
        id: environment.random.uuid(),
        isRetraction: false,
        data: outputFormat.type === 'JSON' ? bytes.subarray(0, -1) : bytes,
      }));
      for (const [{ index }, { reason }] of await writer.write(messages)) untaken.set(index, reason);
      return untaken;
    },
    abort: () => void writer.close(),
    close: () => writer.close(),
  };
}
