/** Encodes each unreadable record as a message, and writes the messages to their destination. */
import { deadRecordEncoder, encodeEach } from '../encoders/dead-record-encoder.js';
import type { DeadLetterFormat } from '../forms/dead-letter-format.js';
import type { DeadLetterContext } from '../kinds/dead-letter-context.js';
import type { Taker } from '../kinds/dead-letter-taker.js';
import type { MessageKind } from './message-kind.js';
import { messageData } from './message-data.js';
import { RetryingWriter } from './retrying-writer.js';

/** Destinations of text have a choice of contents only. */
type AnyFormat = DeadLetterFormat | { readonly type?: undefined; readonly withInfoEnvelope: boolean };

/** @throws WeirError `output.invalid`. */
export async function openMessageTaker(
  kind: MessageKind,
  destination: { readonly outputFormat?: AnyFormat },
  { stream, environment, outgoing, readSchema }: DeadLetterContext,
): Promise<Taker> {
  const format = formatOf(destination.outputFormat);
  const encode = await deadRecordEncoder(format, { clock: environment.clock, outgoing, readSchema });
  const name = `The dead letter queue of ingest stream '${stream}'`;
  const writer = new RetryingWriter(kind, destination, { name, origin: { stream }, environment, outgoing });
  await writer.open();
  return {
    name: kind.nameOf(destination),
    take: async records => {
      const untaken = new Map<number, string>();
      const messages = encodeEach(records, encode, untaken).map(({ index, bytes }) => ({
        index,
        id: environment.random.uuid(),
        isRetraction: false,
        ...messageData(bytes, format, kind),
      }));
      for (const [{ index }, { reason }] of await writer.write(messages)) untaken.set(index, reason);
      return untaken;
    },
    abort: () => void writer.close(),
    close: () => writer.close(),
  };
}

function formatOf(format: AnyFormat = { withInfoEnvelope: false }): DeadLetterFormat {
  return format.type === undefined ? { type: 'JSON', withInfoEnvelope: format.withInfoEnvelope } : format;
}
