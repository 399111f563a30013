/** Sends unreadable records to an HTTP endpoint. */
import type { HttpDeadLetters } from '../definition/http-destination.js';
import { shownUrl } from '@weir/platform';
import { HttpPoster } from './http-poster.js';
import type { DeadLetterContext, Taker } from '@weir/formats/kinds';
import { envelopeText, frameText } from '@weir/formats/encoders';

export function openEndpointTaker(
  destination: HttpDeadLetters,
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
          const index = next++;
          const problem = await poster.post(textOf(records[index]!));
          if (problem !== undefined) untaken.set(index, problem.reason);
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
