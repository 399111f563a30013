/** Records that could not be read, to a receiver over a WebSocket. */
import type { DeadLetterDestination } from '@weir/definitions';
import { WebSocketWriter } from '../sinks/web-socket-writer.js';
import type { DeadLetterContext } from './dead-letter-context.js';
import { ALL_TAKEN, type Taker, untakenFrom } from './dead-letter-taker.js';
import { envelopeText, frameText } from './dead-record-encoder.js';

export function openWebSocketTaker(
  destination: Extract<DeadLetterDestination, { type: 'WebSocket' }>,
  { environment: { scheduler }, outgoing }: DeadLetterContext,
): Taker {
  const writer = new WebSocketWriter(destination, { scheduler, outgoing });
  const textOf = destination.outputFormat.withInfoEnvelope ? envelopeText : frameText;
  return {
    name: writer.name,
    take: async records => {
      const { arrived, problem } = await writer.write(records.map(textOf));
      return problem === undefined ? ALL_TAKEN : untakenFrom(arrived, records.length, problem.reason);
    },
    abort: () => writer.close(),
    close: () => Promise.resolve(writer.close()),
  };
}
