/** Sends unreadable records to a receiver over a WebSocket. */
import type { WebSocketDeadLetters } from '../definition/web-socket-destination.js';
import { WebSocketWriter } from './web-socket-writer.js';
import { ALL_TAKEN, type DeadLetterContext, type Taker, untakenFrom } from '@weir/formats/kinds';
import { envelopeText, frameText } from '@weir/formats/encoders';

export function openWebSocketTaker(
  destination: WebSocketDeadLetters,
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
