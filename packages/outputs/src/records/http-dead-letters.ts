/** Records that could not be read, to an endpoint over HTTP. */
import type { DeadLetterDestination } from '@weir/definitions';
import { shownUrl } from '@weir/model';
import { HttpPoster } from '../sinks/http-poster.js';
import type { DeadLetterContext } from './dead-letter-context.js';
import type { Taker } from './dead-letter-taker.js';
import { envelopeText, frameText } from './dead-record-encoder.js';

export function openEndpointTaker(
  destination: Extract<DeadLetterDestination, { type: 'HttpEndpoint' }>,
  { environment: { scheduler }, outgoing }: DeadLetterContext,
): Taker {
  const { url, headers, parallelism, outputFormat } = destination;
  const poster = new HttpPoster({ url, headers, parallelism, scheduler, outgoing });
  const textOf = outputFormat.withInfoEnvelope ? envelopeText : frameText;
  return {
    name: shownUrl(url),
    take: async records => {
      let next = 0;
      const untaken = new Map<number, string>();
      const postInTurn = async (): Promise<void> => {
        while (next < records.length) {
          const place = next++;
          const problem = await poster.post(textOf(records[place]!));
          if (problem !== undefined) untaken.set(place, problem.reason);
        }
      };
      const lines = Math.min(parallelism, records.length);
      await Promise.all(Array.from({ length: lines }, postInTurn));
      return untaken;
    },
    abort: () => void poster.close(),
    close: () => poster.close(),
  };
}
