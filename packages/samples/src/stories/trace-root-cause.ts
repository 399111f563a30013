/** Spans, with fields of OTLP as JSON: `{traceId, spanId, parentSpanId, service, name, startTimeUnixNano, status}`. */
import type { SeededRandom } from '@weir/platform';
import { type PlantedRecord, SampleClock, storyStream } from './story-stream.js';

const OK = 1;
const ERROR = 2;
const SERVICES = ['checkout', 'cart', 'payment', 'inventory', 'shipping', 'ledger'];

interface Span {
  readonly traceId: string;
  readonly id: number;
  readonly parent?: number;
  readonly service: string;
  readonly code: number;
}

export function traceRootCause(random: SeededRandom): Iterable<PlantedRecord> {
  const clock = new SampleClock(random);
  let traces = 0;
  const newTrace = (): string => (++traces).toString(16).padStart(32, '0');
  const span = ({ traceId, id, parent, service, code }: Span): object => ({
    traceId,
    spanId: `${traceId.slice(-8)}${id.toString(16).padStart(8, '0')}`,
    parentSpanId: parent === undefined ? '' : `${traceId.slice(-8)}${parent.toString(16).padStart(8, '0')}`,
    service,
    name: `${service}.call`,
    startTimeUnixNano: `${clock.next()}000000`,
    status: { code },
  });
  const row = (trace: string, service: string): Readonly<Record<string, string>> => ({
    trace,
    service,
    operation: `${service}.call`,
  });
  return storyStream({
    random,
    ordinary: () => span({ traceId: newTrace(), id: 1, service: random.pick(SERVICES), code: OK }),
    stories: [
      // Spans arrive from the inside out: the deepest failing one is the cause, and stays it.
      () => {
        const traceId = newTrace();
        return [
          {
            record: span({ traceId, id: 3, parent: 2, service: 'ledger', code: ERROR }),
            matches: [row(traceId, 'ledger')],
          },
          { record: span({ traceId, id: 2, parent: 1, service: 'payment', code: ERROR }) },
          { record: span({ traceId, id: 1, service: 'checkout', code: ERROR }) },
        ];
      },
      // Spans arrive from the outside in: each deeper failure replaces the one before.
      () => {
        const traceId = newTrace();
        return [
          {
            record: span({ traceId, id: 1, service: 'checkout', code: ERROR }),
            matches: [row(traceId, 'checkout')],
          },
          {
            record: span({ traceId, id: 2, parent: 1, service: 'payment', code: ERROR }),
            matches: [row(traceId, 'payment')],
            retractions: [row(traceId, 'checkout')],
          },
          {
            record: span({ traceId, id: 3, parent: 2, service: 'ledger', code: ERROR }),
            matches: [row(traceId, 'ledger')],
            retractions: [row(traceId, 'payment')],
          },
        ];
      },
      // Near miss: everything went well.
      () => {
        const traceId = newTrace();
        return [
          { record: span({ traceId, id: 1, service: 'checkout', code: OK }) },
          { record: span({ traceId, id: 2, parent: 1, service: 'inventory', code: OK }) },
        ];
      },
    ],
  });
}
